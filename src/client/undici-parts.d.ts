// The parts of undici we load, by file: the whole of it, with fetch, web sockets and caches, takes 100 ms longer to start.
declare module "undici/lib/dispatcher/pool.js" {
	import { Pool } from "undici";

	export default Pool;
}

declare module "undici/lib/core/connect.js" {
	import { buildConnector } from "undici";

	export default buildConnector;
}

declare module "undici/lib/core/errors.js" {
	import { errors } from "undici";

	export default errors;
}
