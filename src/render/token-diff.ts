// Two long texts compared token by token, so that a changed number in an expression is seen as a changed number.
import { diffArrays } from "diff";

export interface Piece {
	readonly kind: "same" | "removed" | "added";
	readonly text: string;
}

/** Strings, numbers, words, operators and white space; good for expressions and for prose. */
const TOKENS = /'[^']*'|\$\{[^}]*\}|[A-Za-z_][A-Za-z0-9_]*|\d+|\s+|&&|\|\||[=!<>]=|[^\s]/g;

/** Past this many tokens the comparison would cost more than it tells. */
const LIMIT = 4000;

export function diffTokens(before: string, after: string): readonly Piece[] {
	const left = before.match(TOKENS) ?? [];
	const right = after.match(TOKENS) ?? [];
	if (left.length > LIMIT || right.length > LIMIT) return whole(before, after);
	const pieces = diffArrays(left, right).map(
		(part): Piece => ({ kind: part.added ? "added" : part.removed ? "removed" : "same", text: part.value.join("") }),
	);
	const kept = pieces.reduce((sum, piece) => sum + (piece.kind === "same" ? piece.text.trim().length : 0), 0);
	// Texts with next to nothing in common read better as two texts.
	return kept * 4 < Math.min(before.length, after.length) ? whole(before, after) : joinGaps(pieces);
}

const whole = (before: string, after: string): readonly Piece[] => [
	{ kind: "removed", text: before },
	{ kind: "added", text: after },
];

/** White space between two changes belongs to them: `[-a b-]{+c d+}`, not `[-a-]{+c+} [-b-]{+d+}`. */
function joinGaps(pieces: readonly Piece[]): readonly Piece[] {
	const joined: Piece[] = [];
	let removed = "";
	let added = "";
	const flush = () => {
		if (removed !== "") joined.push({ kind: "removed", text: removed });
		if (added !== "") joined.push({ kind: "added", text: added });
		removed = "";
		added = "";
	};
	for (const [index, piece] of pieces.entries()) {
		if (piece.kind === "removed") removed += piece.text;
		else if (piece.kind === "added") added += piece.text;
		else if (piece.text.trim() === "" && removed !== "" && added !== "" && changesBothSides(pieces, index + 1)) {
			removed += piece.text;
			added += piece.text;
		} else {
			flush();
			joined.push(piece);
		}
	}
	flush();
	return joined;
}

function changesBothSides(pieces: readonly Piece[], at: number): boolean {
	const kinds = [pieces[at]?.kind, pieces[at + 1]?.kind];
	return kinds.includes("removed") && kinds.includes("added");
}

/** How much unchanged text is shown on each side of a change. */
const CONTEXT = 48;

/** Long unchanged stretches shortened to what a reader needs to find the place; three dots stand for the rest. */
export function shorten(pieces: readonly Piece[]): readonly Piece[] {
	return pieces.map((piece, index) => {
		if (piece.kind !== "same" || piece.text.length <= CONTEXT * 2 + 16) return piece;
		const head = index === 0 ? "" : piece.text.slice(0, CONTEXT).replace(/\S*$/, "");
		const tail = index === pieces.length - 1 ? "" : piece.text.slice(-CONTEXT).replace(/^\S*/, "");
		return { kind: "same", text: `${head}...${tail}` };
	});
}
