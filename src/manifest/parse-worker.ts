// The thread that parses documents beside the main one. A message is a list of texts; the answer lists what each means as
// JSON text, or "" where the main thread has to look itself because there is something to say.
import { parentPort } from "node:worker_threads";
import { parseToJson } from "./parse-pool.js";

parentPort?.on("message", (texts: readonly string[]) => {
	parentPort?.postMessage(texts.map(parseToJson));
});
