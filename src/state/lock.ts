// The lock on a state folder: one apply at a time, named after its holder, and never for ever.
//
// Claims are numbered files, and the one with the highest number counts. To acquire is to create the next number with
// `link`, which succeeds for one process only; it may be done when the highest claim was released, its holder is dead, or its
// lease has run out. Old numbers are cleared away, but never the highest, so numbers only grow. A process that read the
// folder long ago may still create a number that was cleared: it then sees a higher one and withdraws. A single lock file
// that is removed and made anew has no such order, and two processes that both see it expired can both end up holding it.
import { type FileHandle, link, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../base/clock.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { ensureFolder, FILE_MODE, syncFolder } from "./durable-file.js";
import { type LockHolder, type LockIdentity, printClaim, readClaim, releaseClaim, renewClaim } from "./lock-claim.js";
import { lockHeld, lockNotFound, lockTakenOver, lockUnreadable } from "./lock-diagnostic.js";
import { errnoOf, stateFailure } from "./state-failure.js";

export interface LockOptions {
	readonly clock: Clock;
	/** Whether a process of our own process space runs. */
	readonly isAlive: (pid: number) => boolean;
	/** How long a claim holds without being renewed. Default 60 s; it is renewed three times in that. */
	readonly leaseMs?: number;
	/** How long to wait for another holder. Default 0: not at all. */
	readonly waitMs?: number;
	/** Called once when waiting begins. */
	readonly onWait?: (holder: LockHolder) => void;
	readonly signal?: AbortSignal;
}

export interface Lock {
	readonly id: string;
	/** Aborted when the lock is not ours any more (our lease ran out and somebody took over): then stop writing. */
	readonly lost: AbortSignal;
	/** Gives up our own claim, and no other. Safe to call twice. */
	release(): Promise<void>;
}

export interface LockResult {
	/** Undefined when it was refused; `diagnostics` says why, or warns that a dead holder's lock was taken over. */
	readonly lock: Lock | undefined;
	readonly diagnostics: readonly Diagnostic[];
}

const LEASE_MS = 60_000;
const POLL_MS = 250;
const CLAIM = /^lock\.(\d{1,15})\.json$/;

const claimPath = (folder: string, generation: number): string => join(folder, `lock.${generation}.json`);

/** Acquires the lock of a state folder. Rejects with `StateFailure`, or with the signal's reason while waiting. */
export async function acquireLock(folder: string, identity: LockIdentity, options: LockOptions): Promise<LockResult> {
	const { clock, signal } = options;
	await ensureFolder(folder);
	const deadline = clock.now() + (options.waitMs ?? 0);
	let waited = false;
	for (;;) {
		signal?.throwIfAborted();
		const top = await highestClaim(folder);
		const holder = top?.holder;
		if (top !== undefined && holder === undefined) return { lock: undefined, diagnostics: [lockUnreadable(top.path)] };
		if (holder === undefined || !isHeld(holder, identity, options)) {
			const lock = await claim(folder, identity, options, top?.generation ?? 0);
			if (lock === undefined) continue;
			const superseded = holder !== undefined && !holder.released;
			return { lock, diagnostics: superseded ? [lockTakenOver(holder, clock.now(), isDead(holder, identity, options))] : [] };
		}
		const left = deadline - clock.now();
		if (left <= 0) return { lock: undefined, diagnostics: [lockHeld(holder, clock.now(), options.waitMs ?? 0)] };
		if (!waited) options.onWait?.(holder);
		waited = true;
		await clock.sleep(Math.min(POLL_MS, left), signal);
	}
}

/** Who holds the lock, for showing; undefined when it is free. Writes nothing. Rejects with `StateFailure`. */
export async function lockHolder(folder: string): Promise<LockHolder | undefined> {
	const top = await highestClaim(folder);
	return top?.holder === undefined || top.holder.released ? undefined : top.holder;
}

/**
 * Takes the lock away from the holder with this id, whatever its state. The holder notices at its next renewal. Rejects with
 * `StateFailure`.
 */
export async function breakLock(
	folder: string,
	id: string,
	identity: LockIdentity,
	clock: Clock,
): Promise<readonly Diagnostic[]> {
	const top = await highestClaim(folder);
	if (top?.holder === undefined || top.holder.released || top.holder.id !== id) return [lockNotFound(id, top?.holder)];
	const lock = await claim(folder, identity, { clock, isAlive: () => false }, top.generation);
	if (lock === undefined) return [lockNotFound(id, (await highestClaim(folder))?.holder)];
	await lock.release();
	return [];
}

interface TopClaim {
	readonly generation: number;
	readonly path: string;
	/** Undefined when the file cannot be understood. */
	readonly holder: LockHolder | undefined;
}

async function generations(folder: string): Promise<number[]> {
	try {
		const names = await readdir(folder);
		return names.flatMap((name) => {
			const match = CLAIM.exec(name);
			return match === null ? [] : [Number(match[1])];
		});
	} catch (cause) {
		if (errnoOf(cause) === "ENOENT") return [];
		throw stateFailure(folder, "read the state folder", cause);
	}
}

async function highestClaim(folder: string): Promise<TopClaim | undefined> {
	for (;;) {
		const all = await generations(folder);
		if (all.length === 0) return undefined;
		const generation = Math.max(...all);
		const path = claimPath(folder, generation);
		try {
			// A claim is renewed in place: only what reads the same twice was not caught in the middle of that.
			const text = await readFile(path, "utf8");
			if (text === (await readFile(path, "utf8"))) return { generation, path, holder: readClaim(text) };
		} catch (cause) {
			// Cleared away since, because there is a higher one.
			if (errnoOf(cause) !== "ENOENT") throw stateFailure(path, "read the lock", cause);
		}
	}
}

function isHeld(holder: LockHolder, identity: LockIdentity, options: LockOptions): boolean {
	return !holder.released && options.clock.now() < holder.expires && !isDead(holder, identity, options);
}

/** Only a process of our own process space can be looked for; of all others the lease decides. */
function isDead(holder: LockHolder, identity: LockIdentity, options: LockOptions): boolean {
	return holder.processSpace === identity.processSpace && !options.isAlive(holder.pid);
}

/** Creates the claim after `below`; undefined when somebody else was faster. */
async function claim(folder: string, identity: LockIdentity, options: LockOptions, below: number): Promise<Lock | undefined> {
	const { clock } = options;
	const leaseMs = options.leaseMs ?? LEASE_MS;
	const generation = below + 1;
	const path = claimPath(folder, generation);
	const draft = join(folder, `lock.${identity.id}.new`);
	const started = clock.now();
	const text = printClaim({ ...identity, started, expires: started + leaseMs, released: false });
	let file: FileHandle | undefined;
	let claimed = false;
	try {
		file = await open(draft, "wx+", FILE_MODE);
		await file.writeFile(text);
		await file.sync();
		// The claim appears whole or not at all, and for one of several processes only.
		await link(draft, path);
		claimed = true;
		if (Math.max(...(await generations(folder))) > generation) {
			await rm(path, { force: true });
			await file.close();
			return undefined;
		}
		await syncFolder(folder);
		await clear(folder, generation);
		return hold(folder, generation, identity.id, file, Buffer.byteLength(text), clock, leaseMs);
	} catch (cause) {
		if (claimed && file !== undefined) await releaseClaim(file, Buffer.byteLength(text)).catch(() => {});
		await file?.close().catch(() => {});
		if (!claimed && errnoOf(cause) === "EEXIST") return undefined;
		throw stateFailure(path, "write the lock", cause);
	} finally {
		await rm(draft, { force: true }).catch(() => {});
	}
}

/** Removes all but the two highest claims: the one below ours says who came before. */
async function clear(folder: string, generation: number): Promise<void> {
	for (const each of await generations(folder)) {
		if (each < generation - 1) await rm(claimPath(folder, each), { force: true });
	}
}

function hold(
	folder: string,
	generation: number,
	id: string,
	file: FileHandle,
	length: number,
	clock: Clock,
	leaseMs: number,
): Lock {
	const ended = new AbortController();
	const lost = new AbortController();
	const renewing = (async () => {
		while (!ended.signal.aborted) {
			await clock.sleep(leaseMs / 3, ended.signal);
			if (Math.max(...(await generations(folder))) !== generation) {
				lost.abort(new Error("somebody else took over the lock of the state folder"));
				return;
			}
			await renewClaim(file, length, clock.now() + leaseMs);
		}
	})().catch((cause: unknown) => {
		// A lease that cannot be renewed will run out: better to stop now than to be superseded unawares.
		if (!ended.signal.aborted) lost.abort(cause);
	});
	let releasing: Promise<void> | undefined;
	const release = async (): Promise<void> => {
		ended.abort();
		await renewing;
		try {
			await releaseClaim(file, length);
			await file.close();
		} catch (cause) {
			throw stateFailure(claimPath(folder, generation), "release the lock", cause);
		}
	};
	return {
		id,
		lost: lost.signal,
		release() {
			releasing ??= release();
			return releasing;
		},
	};
}
