// Every dataset whose checksum is published or was confirmed by two independent implementations.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "tests/support/temporary_folder.h"
#include "workloads/dataset/generator.h"

namespace gb {
namespace {

using Generator = decltype(Recipe::generator);

struct Vector {
  std::string name;
  std::int64_t seed;
  Generator generator;
  std::int64_t nodes;
  std::int64_t edges;
  std::string digits;
};

void check(const std::vector<Vector>& vectors) {
  for (const Vector& vector : vectors) {
    CAPTURE(vector.name);
    CAPTURE(vector.seed);
    const TemporaryFolder folder;
    const Recipe recipe{vector.name, vector.seed, vector.generator};
    REQUIRE(check_recipe(recipe));
    const auto dataset = generate_into(folder.path(), recipe);
    REQUIRE(dataset);
    CHECK(dataset->name == vector.name);
    CHECK(dataset->node_count == vector.nodes);
    CHECK(dataset->edge_count == vector.edges);
    CHECK(dataset->checksum == "sha256:" + vector.digits);
  }
}

RmatParams rmat(std::int64_t scale, std::int64_t edge_factor, bool weighted = false) {
  return {.scale = scale, .edge_factor = edge_factor, .weighted = weighted};
}

}  // namespace

TEST_CASE("the recipes with a published checksum give it") {
  const std::vector<std::pair<std::string, std::string>> published = {
      {"grid-30x30", "eb8d5d608ebc8c1a046a3d435beb8350ce2dca90e261167c7ec1b6c437cc11aa"},
      {"grid-100x100", "fd000c2a1c8fe54f57761318492dd1c481374ae74f58a88cebffb272b5b79337"},
      {"er-1k", "d3c97598c31846eacef1d7c9fbdcd30fb05daaf716b7110ca9b140985e0e744c"},
      {"er-10k", "ba0384b04ab433a32359403db5fc9f1d8879ec607ffd18ad239f7e732931cfe6"},
      {"powerlaw-1k", "82425f5aee8345147adc6972631fea2eca4079e55da14d79e592a2ba85e8e8f0"},
      {"powerlaw-10k", "e77f113be736b896bb0aecf97276e0a02fdb0947fd5b88d8c3e758fc892ec0c0"},
      {"uniform-1k", "b89d256e634ded9db6c26b6c7928f113b84df9ecd49a3f8361df2683d38657bf"},
      {"rmat-10", "1a70c3a389321cbf9034e3cd49dd833853701ac18eceffdb0e13399e3b9a56c5"},
      {"rmat-10-w", "0e66c354d92fe8bae7a2909fa7934aae8593329985c0c9f8ccdb8482e234513e"},
      {"rmat-14", "0b9ec5e5a99decd5d77bf8dd40a48d7e9d404e22c4b142581b3593d36acdff87"},
      {"rmat-14-w", "a45cbe9ce03387cd5b6bbd09d4b69f21da4302c66c8fc39a68947a4af3ef8385"},
      {"urand-10", "8f91f431dd419c7bc1e98c682351f24738a3f2fc1f01cb85e382eb246f45b9d3"},
      {"urand-14", "b187bc70ff4b783b10775a05c4ffabbf129450a8e13b7522bf17fdf3fbce03aa"},
      {"lb-1k", "b974efcfb086dc38d03678c4026cfb3300b8115dacb8071690532e66cab033e0"},
      {"lb-10k", "b7d782efa7d9870edeffcba469897d7912abe8c5d79f1e16a7c9fb201763575c"},
      {"fin-10k", "9391550a0284a08485598b35330b229e9de15e9df282b1fd8eb7b65969443cee"},
      {"social-1k", "46dceb23e8857913db5bea64625744fe9f81a95177054e6366faa38d5f965cd3"}};
  for (const auto& [name, digits] : published) {
    CAPTURE(name);
    const TemporaryFolder folder;
    const auto dataset = generate_into(folder.path(), find_recipe(name).value());
    REQUIRE(dataset);
    CHECK(dataset->checksum == "sha256:" + digits);
  }
}

TEST_CASE("the recipes have their published counts") {
  const auto counts = [](const std::string& name) {
    const TemporaryFolder folder;
    const auto dataset = generate_into(folder.path(), find_recipe(name).value());
    REQUIRE(dataset);
    return std::pair(dataset->node_count, dataset->edge_count);
  };
  using Counts = std::pair<std::int64_t, std::int64_t>;
  CHECK(counts("uniform-10k") == Counts{10000, 160000});
  CHECK(counts("fin-1k") == Counts{1600, 331453});
  CHECK(counts("social-200") == Counts{2210, 12762});
}

TEST_CASE("small datasets of every generator have their published checksums") {
  check({
      {"grid-5x5", 1, GridParams{5, 5, false}, 25, 40,
       "4a90c29c904c11faceb50d805bdda188e50192b7950b7ec9c65ae5366044abdd"},
      {"grid-3x4", 1, GridParams{3, 4, true}, 12, 29,
       "3621f04288dbf8bf1929d8248c736a6f243699c952e6774e6cf57b3140885d22"},
      {"grid-2x3", 1, GridParams{2, 3, false}, 6, 7,
       "0e1bd29f66cdcb09f8be579ab69d9133c0b1ed01aa418be1caa5bc5d4c8901c8"},
      {"uniform-n200-k4", 3, UniformParams{200, 4}, 200, 800,
       "6281a789824539eddce66ff9cf06572c7e829702631a4f3acc5d7319a4ab89c5"},
      {"rmat-s6-e4", 123, rmat(6, 4), 64, 256,
       "c8f3dfa5acf6c5389598137d71f3b73cbeb8f1e1991af3090218946c15d58de9"},
      {"powerlaw-n100-g2.5", 7, PowerlawParams{100, 2.5, 1, 20}, 100, 172,
       "1159c6da994c6734855d158df20526061598f2ca873a3085aadeabf1e584a069"},
      {"er-n100-p0.05", 99, ErParams{100, 0.05}, 100, 457,
       "70cc84e21d8a6d550013622ef52f471fffb8b5b64515bc6470abe8e51c33bf33"},
      {"er-n10-p0.3", 1, ErParams{10, 0.3}, 10, 28,
       "3efb3004b0a38748fffa50ccf4c84f3dc5e08330a982d5eb38fabda6afc1e3b3"},
      {"uniform-n8-k3", 1, UniformParams{8, 3}, 8, 24,
       "2e65bd4fe3c9d7d6cb56c10a8d41da0dab3cb350019bc7c91935986a3da85e1f"},
      {"powerlaw-n10-g2", 1, PowerlawParams{10, 2, 1, 5}, 10, 13,
       "c688038a173e7d1e2bda0b2e807e92a1530d1005933524524d60b5c68a280efe"},
      {"rmat-s3-e2", 1, rmat(3, 2), 8, 16,
       "a913ad940fc9ec5d56a88975915c3cb86bba7d4176f2f74f8ba1765f44979ef2"},
      {"rmat-s3-e2-w", 1, rmat(3, 2, true), 8, 16,
       "b8b234d034db9e5abbb4a6b4ab763e2159ef2df91cdb4460a77dbb346ffa7696"},
      {"urand-s3-e2", 1, UrandParams{3, 2}, 8, 16,
       "904700f3b05a85c2dc76fee819bfe0e48dc6c2f2864b8d3666ff0010bcfb9a89"},
      {"lb-n10", 1, LbParams{10}, 10, 17,
       "4993e6945d567c208123e58fcb02d5377813fae019037bdbb07f3ebdaaef9ce6"},
      {"fin-a20-d2", 1, FinParams{20, 2, 10, 0}, 32, 50,
       "d2910e1c954348356efbb7fbed748dd1a26a8cbbc23fe01be86053ce77da38c7"},
      {"social-p10", 1, SocialParams{10, 3, 2}, 31, 122,
       "322400df3f4cfac993ae39b0f0f1ee4320bae179eb421fb9a767402b837d89d1"},
  });
}

TEST_CASE("edge cases have their published checksums") {
  check({
      {"grid-2x3", 0, GridParams{2, 3, false}, 6, 7,
       "9c2d24ec2bbd82ec0074ac54a76b52e33cdd58916f14428575c70e32c1603994"},
      {"grid-1x1", -1, GridParams{1, 1, false}, 1, 0,
       "f5a4a60eb2653dfb1f8a8a8130aa98199f111f10f681764aa6af1dc399e2f3d3"},
      {"er-n1-p0.5", 1, ErParams{1, 0.5}, 1, 0,
       "34aa32a7051867139a69e6af661ee97c6e314d063e45b4a0a286dbe536263a91"},
      {"er-n10-p1e-05", 1, ErParams{10, 0.00001}, 10, 0,
       "b5cddc0dc9417eccf6bbca53227965e7bf6c90592570e3ca2631106b04bd0d03"},
      {"uniform-n2-k1", -7, UniformParams{2, 1}, 2, 2,
       "b56ae5cd4e18e79ef6a638660c8cba33929fe2c0f1476afb18f25a929d1f80d9"},
      {"uniform-n10-k9", 5, UniformParams{10, 9}, 10, 90,
       "74279db0c3fabddfa82bbb0ee9617aacf9135251843d6b0fa0155dfdbe6b0432"},
      {"powerlaw-n50-g1.7", INT64_MAX, PowerlawParams{50, 1.7, 1, 49}, 50, 305,
       "de7e20a0ac4d62594a0f907bf8ceda573ecf579cb2f728f722807aec88698901"},
      {"powerlaw-n500-g3.14159", 77, PowerlawParams{500, 3.14159, 2, 60}, 500, 1532,
       "4d9fb40561ac0c5e936cb30e3f746b7a165ab1abfe3990f7381ebac59c195b3d"},
      {"urand-s1-e16", 4, UrandParams{1, 0}, 2, 32,
       "3b9318cc9d4bd2a97ee1cc9f00d55207e51b280d01f6c63f396be66ba7f5156a"},
      {"lb-n2", 1, LbParams{2}, 2, 2,
       "90f850e959e5895dc6fbfe362186014f4c37800361b1bf3ef4445249a5af38bd"},
      {"fin-a2-d1", 1, FinParams{2, 1, 1, 0}, 4, 7,
       "3fd6d8bd90fe0c9ed36cdaa609bbb70dea07ac36779e98cf75f6171c83956311"},
      {"fin-a100-d3", 11, FinParams{100, 3, 25, 0.29}, 160, 228,
       "21aab465c46dcc7d9773ba58b69a3b2989fa52c612e5e5e08f4989730fc99bf6"},
      {"fin-a64-d3", 11, FinParams{64, 3, 25, 1}, 102, 172,
       "8d82a45f6c0ee56670f9f810598a0caede555ab7f9fde5cf4b7c742c35fb78ac"},
      {"fin-a1000-d1", 11, FinParams{1000, 1, 100, 1e-7}, 1600, 1550,
       "fc28dfead9db3a7a9aa8d38ec833761732f3c7e2c443f15c291c105cc7ff6ed1"},
      {"social-p5", 1, SocialParams{5, 1, 1}, 11, 30,
       "471279d8a61c1bc198fd1ef6449ce566e6c3ee3081276afd8f63234669791ee5"},
      {"social-p100", 13, SocialParams{100, 5, 3}, 405, 1961,
       "0331bcc8b68337e036ac3daa3392c3aef5ee0f4430e71757c8a5c811017c7991"},
      {"social-p128", -3, SocialParams{128, 60, 1}, 262, 6026,
       "6983b2a6ac79b90cb443e72ca6528b444191608051279aae17a1fb22f6f97dcd"},
      {"er-n20-p1e-07", 3, ErParams{20, 0.0000001}, 20, 0,
       "c1fa9a4371ba8635e602718e8cbccec8cbb844602f22ad88bf9046a1d8cd722f"},
      {"er-n20-p0.999999", 3, ErParams{20, 0.999999}, 20, 380,
       "663ca8cfa625f65b79c7aface3f5a1a35ad44002eae9fe5251fc7fa336a03a80"},
      {"er-n3000-p0.0123456789", 31337, ErParams{3000, 0.0123456789}, 3000, 111195,
       "35becb7b8047283b830834b399c13312790b8067ae72f97970aefcf88c9e67f6"},
      {"powerlaw-n2000-g1.000001", 31337, PowerlawParams{2000, 1.000001, 3, 1999}, 2000, 600163,
       "73102c7ed4425dafa92c838374e2dbd214a6b6411d428edc970baccb12a17646"},
      {"powerlaw-n2000-g1e+21", 31337, PowerlawParams{2000, 1e21, 1, 5}, 2000, 2000,
       "f0549f2ac630eb162f42c59fccb82e12af528fc35f6e11e53b4864ffa2e19d22"},
      {"powerlaw-n2000-g1.2345678e+07", 31337, PowerlawParams{2000, 12345678, 1, 5}, 2000, 2000,
       "1922b84093cddf2ecab2a74dd43058c57bada948acf4aee4156722e935d73098"},
  });
}

TEST_CASE("single files have their published digests, whatever the order they are hashed in") {
  const TemporaryFolder folder;
  REQUIRE(generate_into(folder.path(), find_recipe("social-1k").value()));
  const auto digits = [&](const std::string& file) {
    return sha256_hex(read_file(folder / file).value()).substr(0, 16);
  };
  CHECK(digits("nodes/Forum.csv") == "c7258babcd4301db");
  CHECK(digits("nodes/Post.csv") == "c344ab502e744189");
  CHECK(digits("rels/CONTAINER_OF.csv") == "6137f3763b89b5de");
  CHECK(digits("rels/KNOWS.csv") == "e44e3e3a5c65fee4");
  CHECK(digits("rels/LIKES.csv") == "2319b05c080d1bd7");
}

}  // namespace gb
