// The engine: a worker that is asked, and answers.

// Starts an engine. `onProgress` is told how many positions a search has looked at, and `onFailure` that it is of no more
// use.
async function newEngine(onProgress, onFailure) {
  const text = document.getElementById("worker").textContent;
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const waitingFor = new Map();
  let requests = 0;
  worker.onmessage = ({ data }) => {
    if (data.progress !== undefined) {
      onProgress?.(data.progress);
      return;
    }
    waitingFor.get(data.id)?.(data.answer);
    waitingFor.delete(data.id);
    if (data.failed) onFailure?.();
  };
  const post = (message, transfer) => {
    requests += 1;
    worker.postMessage({ id: requests, ...message }, transfer ?? []);
    return new Promise((resolve) => waitingFor.set(requests, resolve));
  };
  const packed = fromBase64(document.getElementById("engine").textContent.trim());
  const module = await pump(packed, new DecompressionStream("gzip"), 2 ** 26);
  const answer = await post({ module: module.buffer }, [module.buffer]);
  if (answer.refusal) throw new Error(answer.refusal.message);
  return {
    ask: (request) => post({ request }),
    stop: () => worker.postMessage({ stop: true }),
    end: () => worker.terminate(),
  };
}

// The engine that the game is played with.
let engine;

async function loadEngine() {
  const onProgress = (positions) => {
    stop.hidden = false;
    stop.textContent = `Stop the search (${positions.toLocaleString("en")} positions)`;
  };
  engine = await newEngine(onProgress, recover);
}

// Another engine goes on with the game.
async function recover() {
  engine.end();
  await loadEngine();
  if (current.game) await startGame({ ...current.game, moves: current.moves }, true);
}

async function ask(request) {
  const answer = await engine.ask(request);
  if (!hunter) stop.hidden = true;
  return answer;
}
