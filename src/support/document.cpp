#include "support/document.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "support/data_dir.hpp"
#include "support/json.hpp"
#include "support/schema.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

using nlohmann::json;

/// "line:column" of a byte of a text, both from 1.
std::string position(const std::string& text, std::size_t byte) {
  const std::string before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto start = before.rfind('\n');
  const auto column = 1 + before.size() - (start == std::string::npos ? 0 : start + 1);
  return std::to_string(line) + ":" + std::to_string(column);
}

/// What follows the first `mark`, or the whole text.
std::string after(const std::string& mark, const std::string& text) {
  const auto place = text.find(mark);
  return place == std::string::npos ? text : text.substr(place + mark.size());
}

/// Without what was read, which may be no JSON at all, but a line of a file of passwords.
std::string without_last_read(std::string complaint) {
  const auto begin = complaint.find("; last read: '"), end = complaint.rfind("'; expected ");
  if (begin != std::string::npos) complaint.erase(begin, end == std::string::npos ? end : end + 1 - begin);
  return complaint;
}

/// Follows a parse: finds keys that an object has twice, of which json itself would silently keep the last, and counts entries
/// of lists.
class Watch {
 public:
  bool operator()(json::parse_event_t event, json& parsed) {
    using Event = json::parse_event_t;
    if (event == Event::key) {
      frames_.back().token = parsed.get<std::string>();
      if (!frames_.back().keys.insert(frames_.back().token).second && !found_) found_ = pointer();
    } else if (event == Event::object_end || event == Event::array_end) {
      frames_.pop_back();
    } else {
      enter_element();
      if (event != Event::value) frames_.push_back({.is_array = event == Event::array_start});
    }
    return true;
  }
  const std::optional<std::string>& found() const { return found_; }
  /// The entries so far of the list that is being read, and where it is.
  std::size_t entries() const { return frames_.empty() ? 0 : frames_.back().next; }
  std::string list() const { return pointer(frames_.size() - 1); }

 private:
  struct Frame {
    bool is_array = false;
    std::size_t next = 0;  ///< index of the array's next element
    std::string token = {};
    std::set<std::string> keys = {};
  };

  void enter_element() {
    if (frames_.empty() || !frames_.back().is_array) return;
    frames_.back().token = std::to_string(frames_.back().next++);
  }
  std::string pointer() const { return pointer(frames_.size()); }
  std::string pointer(std::size_t levels) const {
    std::string path;
    for (std::size_t i = 0; i < levels; ++i) path = below(path, frames_[i].token);
    return path;
  }

  std::vector<Frame> frames_;
  std::optional<std::string> found_;
};

/// Finds the part of a schema that speaks of a place: references followed, alternatives searched for lists.
class SchemaParts {
 public:
  explicit SchemaParts(const json& schema) : schema_(schema) {}

  const json& whole() const { return schema_; }
  const json* child(const json& part, const json& value, const std::string& token) const {
    if (value.is_array()) return items_of(part);
    if (part.contains("properties") && part["properties"].contains(token))
      return &resolved(part["properties"][token]);
    const auto others = part.find("additionalProperties");
    return others != part.end() && others->is_object() ? &resolved(*others) : nullptr;
  }

 private:
  const json& resolved(const json& part) const {
    if (!part.contains("$ref")) return part;
    return resolved(schema_.at(json::json_pointer(part["$ref"].get<std::string>().substr(1))));
  }
  const json* items_of(const json& reference) const {
    const json& part = resolved(reference);
    if (part.contains("items")) return &resolved(part["items"]);
    if (!part.contains("anyOf")) return nullptr;
    for (const auto& alternative : part["anyOf"])
      if (const json* items = items_of(alternative)) return items;
    return nullptr;
  }

  const json& schema_;
};

/// A place of the document that a validator named, and the schema's words for it.
struct DocumentPlace {
  std::string pointer;
  const json* value;
  const json* part;
};

DocumentPlace locate(const json& document, const SchemaParts& schema,
                     const std::vector<std::string>& tokens) {
  DocumentPlace place{"", &document, &schema.whole()};
  for (const auto& token : tokens) {
    const json* part = schema.child(*place.part, *place.value, token);
    if (!part) break;
    const json& value = place.value->is_array() ? place.value->at(std::stoul(token)) : place.value->at(token);
    place = {below(place.pointer, token), &value, part};
  }
  return place;
}

std::string shortened(const json& value) {
  const std::string text = value.dump();
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

void fail_at(const DocumentPlace& place, const Origin& origin) {
  std::vector<std::string> known;
  if (place.part->contains("properties"))
    for (const auto& [key, part] : (*place.part)["properties"].items()) known.push_back(key);
  if (!known.empty() && place.value->is_object())
    for (const auto& [key, value] : place.value->items())
      if (std::find(known.begin(), known.end(), key) == known.end())
        origin.fail(below(place.pointer, key), "unknown key '" + key + "'" + suggestion(key, known));
  origin.fail(place.pointer, shortened(*place.value) + " does not fit; right would be " +
                                 place.part->value("description", "another"));
}

}  // namespace

DocumentError::DocumentError(const std::string& file_, const std::string& pointer_, const std::string& what)
    : Error(file_ + (pointer_.empty() ? "" : ":" + pointer_) + ": " + what), file(file_), pointer(pointer_) {}

void Origin::fail(const std::string& pointer, const std::string& what) const {
  const std::string key = pointer.empty() ? "" : pointer.substr(1, pointer.find('/', 1) - 1);
  if (const auto flag = flags.find(key); flag != flags.end()) throw DocumentError(flag->second, "", what);
  throw DocumentError(file, pointer, what);
}

std::string below(const std::string& pointer, const std::string& token) {
  std::string escaped;
  for (const char c : token) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer + "/" + escaped;
}

std::string read_document(const std::filesystem::path& path, const std::string& right) {
  return Origin{path.string()}.placed("", [&] { return read_text(path, right); });
}

json parse_json(const std::string& text, const Origin& origin) {
  Watch watched;
  const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
    constexpr int deepest = 32;  // a document of any depth would exhaust the stack
    if (depth > deepest)
      throw DocumentError(origin.file, "",
                          "nested deeper than 32 levels; right would be what its schema allows");
    const bool goes_on = watched(event, parsed);
    constexpr std::size_t most_entries = 10'000;  // of ranges that somebody wrote out
    if (watched.entries() > most_entries)
      throw DocumentError(origin.file, watched.list(),
                          "has more than 10000 entries; right would be fewer, or ranges");
    return goes_on;
  };
  json document;
  try {
    document = json::parse(text, watch);
  } catch (const json::parse_error& error) {
    // "[json.exception...] parse error at line 1, column 2: syntax error ... - what; last read: '...'; expected ..."
    throw DocumentError(origin.file + ":" + position(text, error.byte), "",
                        "malformed JSON: " + without_last_read(after(": ", error.what())));
  } catch (const json::out_of_range& error) {  // "[json.exception...] number overflow parsing '1e400'"
    throw DocumentError(origin.file, "",
                        "malformed JSON: " + after("] ", error.what()) + "; no number is so large");
  }
  if (watched.found()) origin.fail(*watched.found(), "this key is given twice; right would be once");
  return document;
}

const json& load_schema(const std::string& name) {
  static std::map<std::string, json> loaded;
  const auto place = loaded.find(name);
  if (place != loaded.end()) return place->second;
  const auto path = data_dir() / name;
  const json parsed = read_json_file(path);
  if (parsed.is_discarded())
    throw Error(path.string() +
                ": not to be read as JSON; COLLSIM_DATA_DIR should name the folder of collsim's files");
  return loaded.emplace(name, parsed).first->second;
}

void check_schema(const json& document, const Origin& origin, const json& schema) {
  if (const auto place = violation(document, schema))
    fail_at(locate(document, SchemaParts(schema), *place), origin);
}

}  // namespace collsim
