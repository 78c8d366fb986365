// Questions to whoever serves the page. What the answers hold, src/figures/explore/desk.hpp and board.hpp tell.

/** Asks, and hands over each object of the answer. Throws what the answer complains of; a signal that aborts ends the work. */
export async function ask(question, signal, hear) {
  const response = await fetch("ask", {method: "POST", body: JSON.stringify(question), signal});
  if (!response.ok) throw new Error(`the server refuses (${response.status}); is the address the one that collsim explore has printed?`);
  const reader = response.body.getReader(), decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    text += decoder.decode(value, {stream: true});
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.error) throw new Error(message.error);
      hear(message);
    }
  }
}

/** The only object of an answer. */
export async function answer(question, signal) {
  let found;
  await ask(question, signal, message => { found = message; });
  return found;
}
