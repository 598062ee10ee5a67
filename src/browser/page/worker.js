// The engine, where a long search does not block the page. One request after the other; a search goes on in slices until it
// ends, its time is up, or the page asks for something else.
"use strict";

let engine;
let stopped = false;
// How many requests have not been begun. A search gives way to them.
let waiting = 0;

function call(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const room = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const length = engine.answer();
  const answer = new Uint8Array(engine.memory.buffer, engine.place(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}

// Lets the messages in that have arrived.
function pause() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function search(id, answer) {
  const start = performance.now();
  stopped = false;
  while (answer.searching) {
    postMessage({ id, progress: answer.searching.done });
    await pause();
    const { seconds } = answer.searching;
    const isLate = seconds !== null && performance.now() - start > seconds * 1000;
    answer = call({ search: isLate ? "timeout" : stopped || waiting ? "stop" : "go_on" });
  }
  return answer;
}

let queue = Promise.resolve();

onmessage = ({ data }) => {
  if (data.stop) {
    stopped = true;
    return;
  }
  waiting += 1;
  queue = queue.then(async () => {
    waiting -= 1;
    try {
      if (data.module) {
        engine = (await WebAssembly.instantiate(data.module, {})).instance.exports;
        postMessage({ id: data.id, answer: {} });
        return;
      }
      const answer = await search(data.id, call(data.request));
      postMessage({ id: data.id, answer });
    } catch (error) {
      postMessage({ id: data.id, answer: { refusal: { message: `The engine has failed: ${error.message}.` } }, failed: true });
    }
  });
};
