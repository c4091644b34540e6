//Provides: judge_give
//Requires: caml_string_of_jsbytes
function judge_give(judged) {
  globalThis.judged = function (text) { return !!judged(caml_string_of_jsbytes(text)); };
}
