// The 32 bytes that are signed for EIP-712 typed data.
import { keccak_256 } from "@noble/hashes/sha3.js";
import {
	DOMAIN,
	elementOf,
	type TypedData,
	type TypedRecord,
	type TypedStructs,
	type TypedValue,
} from "../../payloads/typed-data.js";

export function typedDataDigest({ structs, primaryType, domain, message }: TypedData): Uint8Array {
	const hasher = new StructHasher(structs);
	const parts = [Buffer.from([0x19, 0x01]), hasher.hash(DOMAIN, domain)];
	// A domain may be signed by itself.
	if (primaryType !== DOMAIN) parts.push(hasher.hash(primaryType, message));
	return keccak_256(Buffer.concat(parts));
}

const ABSENT = Buffer.alloc(32);

class StructHasher {
	readonly #structs: TypedStructs;
	readonly #typeHashes = new Map<string, Buffer>();

	constructor(structs: TypedStructs) {
		this.#structs = structs;
	}

	hash(type: string, value: TypedRecord): Buffer {
		const fields = this.#structs.get(type) ?? [];
		return keccak([this.#typeHash(type), ...fields.map((field) => this.#encoded(field.type, value[field.name]))]);
	}

	#encoded(type: string, value: TypedValue | undefined): Buffer {
		const array = elementOf(type);
		if (array) return keccak((value as readonly TypedValue[]).map((each) => this.#encoded(array.element, each)));
		if (this.#structs.has(type)) return value === undefined ? ABSENT : this.hash(type, value as TypedRecord);
		if (typeof value === "bigint") return Buffer.from(BigInt.asUintN(256, value).toString(16).padStart(64, "0"), "hex");
		if (typeof value === "boolean") return Buffer.concat([Buffer.alloc(31), Buffer.from([value ? 1 : 0])]);
		const text = value as string;
		if (type === "string") return keccak([Buffer.from(text)]);
		const bytes = Buffer.from(text.slice(2), "hex");
		if (type === "bytes") return keccak([bytes]);
		const padding = Buffer.alloc(32 - bytes.length);
		return type === "address" ? Buffer.concat([padding, bytes]) : Buffer.concat([bytes, padding]);
	}

	#typeHash(type: string): Buffer {
		let hash = this.#typeHashes.get(type);
		if (!hash) {
			hash = keccak([Buffer.from(this.#encodedType(type))]);
			this.#typeHashes.set(type, hash);
		}
		return hash;
	}

	/** The type itself, then those it refers to in order of their names. */
	#encodedType(type: string): string {
		const referred = new Set<string>();
		const collect = (name: string): void => {
			for (const field of this.#structs.get(name) ?? []) {
				const base = field.type.replace(/(?:\[\d*\])+$/, "");
				if (!this.#structs.has(base) || base === type || referred.has(base)) continue;
				referred.add(base);
				collect(base);
			}
		};
		collect(type);
		return [type, ...[...referred].sort()].map((name) => this.#written(name)).join("");
	}

	#written(type: string): string {
		return `${type}(${(this.#structs.get(type) ?? []).map((field) => `${field.type} ${field.name}`).join(",")})`;
	}
}

function keccak(parts: readonly Uint8Array[]): Buffer {
	const hash = keccak_256.create();
	for (const part of parts) hash.update(part);
	return Buffer.from(hash.digest());
}
