#include "scenarios/store.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "backends/backend.hpp"
#include "points/json.hpp"
#include "points/row.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, int code) {
  throw Error(path.string() + ": cannot be written: " + std::strerror(code) +
              "; right would be a folder with room that you may write to");
}

/// A temporary file that is gone unless it has been renamed.
class Temporary {
 public:
  explicit Temporary(const fs::path& target) : target_(target), name_(target.string() + ".XXXXXX") {
    descriptor_ = ::mkstemp(name_.data());
    if (descriptor_ < 0) fail(target_, errno);
  }
  ~Temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write(const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t written = ::write(descriptor_, text.data() + done, text.size() - done);
      if (written < 0 && errno != EINTR) fail(target_, errno);
      if (written > 0) done += static_cast<std::size_t>(written);
    }
  }
  void publish() {
    if (::fchmod(descriptor_, 0644) != 0 || ::fsync(descriptor_) != 0) fail(target_, errno);
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0 || ::rename(name_.c_str(), target_.c_str()) != 0) fail(target_, errno);
    name_.clear();
  }

 private:
  fs::path target_;
  std::string name_;
  int descriptor_ = -1;
};

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
  for (const char* rarely_given : {"network", "schedule", "placement", "arrival"})
    if (asked[rarely_given] == "") asked.erase(rarely_given);
  return asked;
}

}  // namespace

void write_atomically(const fs::path& path, const std::string& text) {
  std::error_code failure;
  fs::create_directories(path.parent_path(), failure);
  if (failure) fail(path.parent_path(), failure.value());
  Temporary file(path);
  file.write(text);
  file.publish();
}

std::string sha256(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
    throw Error("OpenSSL cannot compute a SHA-256; right would be a libcrypto that offers it");
  static constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += {digits[digest[i] >> 4], digits[digest[i] & 15]};
  return hex;
}

Store::Store(fs::path folder, Report report) : folder_(std::move(folder)), report_(std::move(report)) {}

std::string Store::key(const Point& point, const Platform& platform, const std::string& provenance) {
  const bool measured = backend(point).kind() == Backend::Kind::measured;
  const json determined = {
      {"point", question(point)}, {"platform", measured ? "" : platform.xml()}, {"provenance", provenance}};
  return sha256(determined.dump());
}

fs::path Store::path(const std::string& key) const {
  return folder_ / "points" / key.substr(0, 2) / (key + ".json");
}

void Store::clean() const {
  const auto stale = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code none;  // no folder: nothing to clean
  for (fs::recursive_directory_iterator entry(folder_ / "points", none), end; entry != end;
       entry.increment(none)) {
    const fs::path& path = entry->path();
    const bool temporary = path.stem().extension() == ".json";  // HASH.json.XXXXXX
    std::error_code gone;                                       // another program has just renamed it
    if (temporary && entry->last_write_time(gone) < stale && !gone) fs::remove(path, gone);
  }
}

std::optional<Outcome> Store::find(const std::string& key) const {
  std::ifstream file(path(key), std::ios::binary);
  if (!file) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    const json entry = json::parse(text);
    if (entry.at("key") == key && entry.at("check") == sha256(entry.at("outcome").dump()))
      return entry.at("outcome").get<Outcome>();
  } catch (const json::exception&) {  // reported below
  }
  report_(path(key).string() + ": damaged, so its point counts as missing");
  return std::nullopt;
}

void Store::save(const std::string& key, const Point& point, const std::string& provenance,
                 const Outcome& outcome) const {
  const json answer = outcome;
  const json entry = {{"key", key},
                      {"point", to_json(std::vector<Row>{{point}}, point_columns()).front()},
                      {"provenance", provenance},
                      {"outcome", answer},
                      {"check", sha256(answer.dump())}};
  write_atomically(path(key), entry.dump(1) + "\n");
}

}  // namespace collsim
