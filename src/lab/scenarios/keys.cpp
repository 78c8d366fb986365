#include "lab/scenarios/keys.hpp"

#include "support/json.hpp"

namespace collsim {

using nlohmann::json;

std::string flag_of(const std::string& key) {
  return "--" + (key == "backends" ? "backend" : key);
}

const json* Keys::find(const std::string& key, std::string* pointer) const {
  for (const auto* level : {&sweep_, &top_}) {
    if (!level->contains(key)) continue;
    *pointer = below(level == &sweep_ ? pointer_ : "", key);
    return &level->at(key);
  }
  return nullptr;
}

bool Keys::has(const std::string& key) const {
  return top_.contains(key) || sweep_.contains(key);
}

std::vector<At<json>> Keys::values(const std::string& key, const json& fallback) const {
  std::string pointer = below(pointer_, key);
  const json* found = find(key, &pointer);
  if (!found && fallback.is_null())
    origin_.fail(pointer_, "lacks the key '" + key +
                               "'; right would be to give it here, at the top level or as " + flag_of(key));
  const json& value = found ? *found : fallback;
  if (!value.is_array()) return {{value, pointer}};
  std::vector<At<json>> all;
  for (std::size_t i = 0; i < value.size(); ++i) all.push_back({value[i], below(pointer, std::to_string(i))});
  return all;
}

std::vector<Text> Keys::texts(const std::string& key, const json& fallback) const {
  std::vector<Text> all;
  for (const auto& [value, pointer] : values(key, fallback))
    all.push_back({value.get<std::string>(), pointer});
  return all;
}

std::vector<Text> Keys::texts(const std::string& key) const {
  return texts(key, nullptr);
}

std::vector<Number> Keys::numbers(const std::string& key, std::int64_t least, std::int64_t most,
                                  const json& fallback) const {
  std::vector<Number> all;
  for (const auto& [value, pointer] : values(key, fallback)) {
    if (all.size() > most_sizes)
      origin_.fail(pointer,
                   "'" + key + "' has more than 100000 values; right would be fewer or shorter ranges");
    for (const auto& size : sizes(value, pointer, key == "bytes" ? Of::bytes : Of::things)) {
      if (size.value < least || size.value > most)
        origin_.fail(pointer, std::to_string(size.value) + " is out of range; right would be " +
                                  std::to_string(least) + " to " + std::to_string(most));
      all.push_back({size, pointer});
    }
  }
  return all;
}

std::vector<Number> Keys::numbers(const std::string& key, std::int64_t least, std::int64_t most) const {
  return numbers(key, least, most, nullptr);
}

std::string Keys::size_key() const {
  for (const auto* level : {&sweep_, &top_}) {
    const bool bytes = level->contains("bytes");
    if (bytes && level->contains("count"))
      origin_.fail(level == &sweep_ ? below(pointer_, "count") : "/count",
                   "both 'bytes' and 'count' are given; right would be one of them");
    if (bytes || level->contains("count")) return bytes ? "bytes" : "count";
  }
  origin_.fail(pointer_, "lacks the key 'bytes' or 'count'; right would be to give one of them");
}

bool Keys::truth(const std::string& key) const {
  std::string pointer;
  const json* found = find(key, &pointer);
  return found && found->get<bool>();
}

bool Keys::has_placement() const {
  for (const auto* level : {&sweep_, &top_}) {
    const bool places = level->contains("placement"),
               rule = level->contains("ppn") || level->contains("mapping");
    if (places && rule)
      origin_.fail(below(level == &sweep_ ? pointer_ : "", "placement"),
                   "stands beside 'ppn' or 'mapping'; right would be one or the other");
    if (places || rule) return places;
  }
  return false;
}

std::vector<Size> Keys::sizes(const json& value, const std::string& pointer, Of of) const {
  if (value.is_number()) return {{value.get<std::int64_t>(), true}};
  return origin_.placed(pointer, [&] { return parse_sizes(value.get<std::string>(), of); });
}

}  // namespace collsim
