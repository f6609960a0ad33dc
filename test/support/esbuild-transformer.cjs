// Turns one TypeScript file into the ESM that jest runs. Types are checked apart, by `npm run typecheck`.
const { createHash } = require("node:crypto");
const { transformSync, version } = require("esbuild");

const options = (file) => ({ loader: "ts", format: "esm", target: "node20.19", sourcemap: "inline", sourcefile: file });

module.exports = {
	createTransformer: () => ({
		getCacheKey: (source, file) => createHash("sha1").update(`${version}\0${file}\0${source}`).digest("hex"),
		process: (source, file) => transformSync(source, options(file)),
		processAsync: async (source, file) => transformSync(source, options(file)),
	}),
};
