#include "lab/scenarios/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/sha.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/interprocess/file_mapping.hpp>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "backends/backend.hpp"
#include "lab/scenarios/atomically.hpp"
#include "points/json.hpp"
#include "points/row.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
namespace ip = boost::interprocess;

constexpr std::string_view extension = ".jsonl", opening = R"({"key":")";
constexpr std::size_t digits_of_key = 64, digits_of_prefix = 16;
constexpr auto exposed = std::chrono::seconds(10);  // to a power failure

/// The key of a line that begins as answers do, else nothing.
std::string_view key_of(std::string_view line) {
  if (line.size() < opening.size() + digits_of_key || !line.starts_with(opening)) return {};
  return line.substr(opening.size(), digits_of_key);
}

std::optional<std::uint64_t> prefix_of(std::string_view key) {
  std::uint64_t prefix = 0;
  const char* end = key.data() + std::min(key.size(), digits_of_prefix);
  const auto [stopped, failure] = std::from_chars(key.data(), end, prefix, 16);
  if (failure != std::errc() || stopped != end) return std::nullopt;
  return prefix;
}

/// The file in memory; nothing where it is empty or gone.
ip::mapped_region mapped(const fs::path& path) {
  try {
    return {ip::file_mapping(path.c_str(), ip::read_only), ip::read_only};
  } catch (const ip::interprocess_exception&) {
    return {};
  }
}

/// What tells a line that has been altered.
std::string check(const std::string& key, const std::string& outcome) {
  return sha256(key + outcome).substr(0, digits_of_prefix);
}

/// The answer of a line, nothing where the line is damaged.
std::optional<Outcome> outcome_in(std::string_view line, const std::string& key) {
  try {
    const json entry = read_json(line);
    const json& outcome = entry.at("outcome");
    if (entry.at("check") == check(key, outcome.dump())) return outcome.get<Outcome>();
  } catch (const std::exception&) {  // whatever a damaged line holds, its point is missing
  }
  return std::nullopt;
}

/// What a point asks, the platform left to its contents: its name does not change an answer.
json question(const Point& point) {
  json asked = to_json(std::vector<Row>{{point}}, point_columns()).front();
  asked.erase("platform");
  asked.erase("overrides");
  // What files say determines the answer, not what they are called.
  const json whole = point;
  for (const char* listed : {"placement", "arrival"}) {
    if (!whole[listed].is_object()) continue;
    asked[listed] = whole[listed];
    asked[listed].erase("file");
  }
  for (const auto& each : point_fields())
    if (each.key && asked.contains(each.column) && asked[each.column] == "") asked.erase(each.column);
  return asked;
}

}  // namespace

std::string sha256(std::string_view text) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  if (!SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data()))
    throw Error("OpenSSL cannot compute a SHA-256; right would be a libcrypto that offers it");
  static constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : digest) hex += {digits[byte >> 4], digits[byte & 15]};
  return hex;
}

Store::Store(fs::path folder, Report report)
    : folder_(std::move(folder) / "points"), report_(std::move(report)) {
  refresh();
}

Store::~Store() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string Store::key(const Point& point, const Platform& platform, const std::string& provenance) {
  const bool measured = backend(point).measures();
  const json determined = {
      {"point", question(point)}, {"platform", measured ? "" : platform.xml()}, {"provenance", provenance}};
  return sha256(determined.dump());
}

std::string Store::launch_key(const std::string& key, int launch) {
  return launch == 1 ? key : sha256(fmt::format("{} launch {}", key, launch));
}

void Store::note_begin(const std::string& launch_key) {
  if (descriptor_ < 0) open_writer();
  begun_ = ::lseek(descriptor_, 0, SEEK_END);
  append(sha256(launch_key + " begun"), {});
}

void Store::note_end(const std::string& launch_key) {
  save(sha256(launch_key + " ended"), {});
}

bool Store::broke_off(const std::string& launch_key) const {
  return find(sha256(launch_key + " begun")) && !find(sha256(launch_key + " ended")) && !find(launch_key);
}

void Store::refresh() {
  for (const auto& path : files_in(folder_, std::string(extension))) {
    const auto number = numbers_.emplace(path, static_cast<std::uint32_t>(segments_.size())).first->second;
    if (number == segments_.size()) segments_.push_back({path, {}});
    Segment& segment = segments_[number];
    const std::size_t begin = segment.text().rfind('\n') + 1;  // an unfinished line is looked at again
    if (auto memory = mapped(path); memory.get_size() > segment.memory.get_size()) {
      segment.memory = std::move(memory);
      index(number, begin);
    }
  }
  std::sort(places_.begin(), places_.end());
}

void Store::index(std::uint32_t file, std::size_t begin) {
  const std::string_view text = segments_[file].text();
  for (std::size_t end; (end = text.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    const auto key = key_of(text.substr(begin, end - begin));
    if (const auto prefix = key.empty() ? std::nullopt : prefix_of(key)) {
      places_.push_back({*prefix, file, begin});
    } else {
      report_damage({0, file, begin});
    }
  }
}

void Store::report_damage(const AnswerPlace& place) const {
  report_(fmt::format("{}: damaged at byte {}, so that a point counts as missing",
                      segments_[place.file].path.string(), place.offset));
}

std::optional<Outcome> Store::find(const std::string& key) const {
  const auto prefix = prefix_of(key);
  if (!prefix) return std::nullopt;
  auto place = std::lower_bound(places_.begin(), places_.end(), AnswerPlace{*prefix, 0, 0});
  for (; place != places_.end() && place->prefix == *prefix; ++place) {
    const std::string_view rest = segments_[place->file].text().substr(place->offset);
    if (key_of(rest) != key) continue;
    if (auto outcome = outcome_in(rest.substr(0, rest.find('\n')), key)) return outcome;
    report_damage(*place);
  }
  return std::nullopt;
}

void Store::open_writer() {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  if (failure) fail_to_write(folder_, failure.value());
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  std::string name = (folder_ / (std::string(host.data()) + "-XXXXXX" + std::string(extension))).string();
  descriptor_ = ::mkostemps(name.data(), static_cast<int>(extension.size()), O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) fail_to_write(folder_, errno);
  own_ = name;
  if (::fchmod(descriptor_, 0644) != 0) fail_to_write(own_, errno);
}

void Store::save(const std::string& key, const Outcome& outcome) {
  append(key, outcome);
  begun_.reset();
}

void Store::append(const std::string& key, const Outcome& outcome) {
  if (descriptor_ < 0) open_writer();
  const std::string answer = json(outcome).dump();
  const std::string line =
      fmt::format("{}{}\",\"check\":\"{}\",\"outcome\":{}}}\n", opening, key, check(key, answer), answer);
  if (!write_all(descriptor_, line)) {
    const int reason = errno;
    // Without room for the end of what is being measured, its beginning would tell that it ended the job.
    if (const auto begun = std::exchange(begun_, std::nullopt);
        begun && ::ftruncate(descriptor_, *begun) != 0)
      report_(own_.string() + ": cannot be shortened, so that the point under way counts as failed");
    ::close(std::exchange(descriptor_, -1));  // it may end in a part of a line
    fail_to_write(own_, reason);
  }
  if (Clock::now() - flushed_ > exposed) flush();
}

void Store::flush() {
  flushed_ = Clock::now();
  if (descriptor_ < 0 || ::fsync(descriptor_) == 0) return;
  const int reason = errno;
  ::close(std::exchange(descriptor_, -1));
  fail_to_write(own_, reason);
}

}  // namespace collsim
