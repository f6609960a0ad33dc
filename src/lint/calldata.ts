// What a branch says about the call an EVM, Tempo or Tron transaction makes: which contract, which function, which arguments.
import type { Branch } from "./branches.js";

/** Functions that move or promise tokens, by selector without `0x`. */
const selectors: Readonly<Record<string, string>> = {
	a9059cbb: "transfer",
	"23b872dd": "transferFrom",
	"095ea7b3": "approve",
	"39509351": "increaseAllowance",
};

/** Where in the call data each of those functions has its words, counted from 0. */
const recipientWord: Readonly<Record<string, number>> = { transfer: 0, transferFrom: 1 };
const amountWord: Readonly<Record<string, number>> = { transfer: 1, transferFrom: 2, approve: 1, increaseAllowance: 1 };

const recipientArgument = /^(_?to|dst|recipient|_?receiver|destination|guy|spender|beneficiary)$/i;
const amountArgument = /^(_?value|_?amount|wad|rawAmount|tokens|addedValue|amount\w*)$/i;

export interface Call {
	/** Contracts that may be called; undefined when any may. */
	readonly contracts: readonly string[] | undefined;
	/** Functions that may be called, by name where it is known and by selector otherwise; undefined when any may. */
	readonly functions: readonly string[] | undefined;
	readonly constrainsRecipient: boolean;
	readonly constrainsAmount: boolean;
	/** Whether anything of the call data is looked at beyond the selector. */
	readonly constrainsArguments: boolean;
	/** Whether a call can carry data at all: a condition such as `data == '0x'` or a gas limit of 21000 rules it out. */
	readonly carriesData: boolean;
}

interface Layout {
	/** How the data is read on the branch. */
	readonly data: RegExp;
	readonly contract: RegExp;
	/** Characters before the first word. */
	readonly head: number;
	/** Slices that are the selector. */
	readonly selector: RegExp;
}

const layouts: readonly Layout[] = [
	{ data: /^eth\.tx\.data/, contract: /^eth\.tx\.to$/, head: 10, selector: /\[(0|2)\.\.10\]$/ },
	{
		data: /^tempo\.tx\.calls\[[^\]]*\]\.input/,
		contract: /^tempo\.tx\.calls\[[^\]]*\]\.to$/,
		head: 10,
		selector: /\[(0|2)\.\.10\]$/,
	},
	{
		data: /^tron\.tx\.contract\[[^\]]*\]\.data/,
		contract: /^tron\.tx\.contract\[[^\]]*\]\.contract_address$/,
		head: 8,
		selector: /\[0\.\.8\]$/,
	},
];

/** The call that a branch is about; undefined when it reads no such transaction. */
export function callOf(branch: Branch): Call | undefined {
	const layout = layouts.find(({ data, contract }) =>
		branch.literals.some(({ reads }) => [...reads].some((path) => data.test(path) || contract.test(path))),
	);
	const byInterface = branch.literals.some(({ reads }) =>
		[...reads].some((path) => /^eth\.tx\.(function_name|function_signature|contract_call_args)/.test(path)),
	);
	if (layout === undefined && !byInterface) return undefined;
	const functions = functionsOf(branch, layout);
	const words = wordsRead(branch, layout);
	const names = argumentsRead(branch);
	const known = (functions ?? Object.values(selectors)).filter(
		(name) => recipientWord[name] !== undefined || amountWord[name] !== undefined,
	);
	return {
		contracts: textsOf(branch, layout?.contract ?? /^eth\.tx\.to$/),
		functions,
		constrainsRecipient:
			names.some((name) => recipientArgument.test(name)) || known.some((name) => words.has(recipientWord[name] ?? 0)),
		constrainsAmount: names.some((name) => amountArgument.test(name)) || known.some((name) => words.has(amountWord[name] ?? 1)),
		constrainsArguments: names.length > 0 || words.size > 0,
		carriesData: !refusesData(branch),
	};
}

function refusesData({ constraints }: Branch): boolean {
	const data = constraints.get("eth.tx.data");
	if (data?.kind === "text" && data.allowed !== undefined && [...data.allowed].every((text) => text === "0x" || text === ""))
		return true;
	const gas = constraints.get("eth.tx.gas");
	return gas?.kind === "integer" && gas.high !== undefined && gas.high <= 21_000n;
}

function functionsOf(branch: Branch, layout: Layout | undefined): readonly string[] | undefined {
	const name = textsOf(branch, /^eth\.tx\.function_name$/);
	if (name !== undefined) return name;
	const signature = textsOf(branch, /^(eth\.tx|tempo\.tx\.calls\[[^\]]*\])\.function_signature$/);
	const slice = layout === undefined ? undefined : textsOf(branch, new RegExp(layout.data.source + layout.selector.source));
	return (signature ?? slice)?.map((text) => {
		const selector = text.toLowerCase().replace(/^0x/, "");
		return selectors[selector] ?? `0x${selector}`;
	});
}

/** The texts that a path matching a pattern may have; undefined when nothing says so. */
function textsOf({ constraints, literals }: Branch, pattern: RegExp): readonly string[] | undefined {
	for (const [path, constraint] of constraints) {
		if (pattern.test(path) && constraint.kind === "text" && constraint.allowed !== undefined) return [...constraint.allowed];
	}
	// Under a quantifier the values are in the tree only.
	for (const { node, negated, reads } of literals) {
		if (negated || node.kind !== "quantifier" || ![...reads].some((path) => pattern.test(path))) continue;
		const { body } = node;
		const comparison = body.kind === "and" ? body.operands : [body];
		for (const each of comparison) {
			if (each.kind !== "comparison" || each.left.kind !== "field") continue;
			if (!pattern.test(`${[...reads].find((path) => pattern.test(path))}`)) continue;
			const values = each.right.kind === "list" ? each.right.elements : [each.right];
			const texts = values.flatMap((value) => (value.kind === "string" ? value.value : []));
			if (texts.length === values.length && (each.operator === "==" || each.operator === "in")) return texts;
		}
	}
	return undefined;
}

/** The words of the call data that are looked at. */
function wordsRead(branch: Branch, layout: Layout | undefined): ReadonlySet<number> {
	const words = new Set<number>();
	if (layout === undefined) return words;
	for (const { reads } of branch.literals) {
		for (const path of reads) {
			const found = layout.data.test(path) ? /\[(\d+)\.\.(\d+)\]$/.exec(path) : null;
			if (found === null || layout.selector.test(path)) continue;
			const from = Number(found[1]) - layout.head;
			const to = Number(found[2]) - layout.head;
			for (let word = Math.max(0, Math.floor(from / 64)); word * 64 < to && word < 40; word += 1) words.add(word);
		}
	}
	return words;
}

function argumentsRead({ literals }: Branch): readonly string[] {
	const names: string[] = [];
	for (const { reads } of literals) {
		for (const path of reads) {
			const name = /contract_call_args\['([^']*)'\]/.exec(path)?.[1];
			if (name !== undefined) names.push(name);
		}
	}
	return names;
}

/** Tokens that every wallet meets, in lower case. Enough to notice the commonest; a list of all would be out of date. */
const tokens: ReadonlySet<string> = new Set([
	"0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", // USDC on Ethereum
	"0xdac17f958d2ee523a2206206994597c13d831ec7", // USDT on Ethereum
	"0x6b175474e89094c44da98b954eedeac495271d0f", // DAI on Ethereum
	"0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", // WETH on Ethereum
	"0x2260fac5e5542a773aa44fbcfedf7c193bc2c599", // WBTC on Ethereum
	"0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", // USDC on Base
	"0x4200000000000000000000000000000000000006", // WETH on Base and Optimism
	"0xaf88d065e77c8cc2239327c5edb3a432268e5831", // USDC on Arbitrum
	"0x0b2c639c533813f4aa9d7837caf62653d097ff85", // USDC on Optimism
	"0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", // USDC on Polygon
	"0x55d398326f99059ff775485246999027b3197955", // USDT on BNB Smart Chain
	"0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d", // USDC on BNB Smart Chain
	"txyzopyrdj2d9xrtbg411xzz3km5vkaebf", // USDT on Tron's Nile
	"tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t", // USDT on Tron
]);

const tokenName = /\b(usdc|usdt|dai|weth|wbtc|token|stablecoin|erc-?20)\b/i;

/** Whether a contract is a token, by its address or, where it is still a placeholder, by its name. */
export function isToken(contract: string): boolean {
	return tokens.has(contract.toLowerCase()) || tokenName.test(contract.replaceAll("_", " "));
}

/** Contracts that call whatever they are told to. */
const routers: ReadonlySet<string> = new Set([
	"0x7a250d5630b4cf539739df2c5dacb4c659f2488d", // Uniswap V2 router
	"0xe592427a0aece92de3edee1f18e0157c05861564", // Uniswap V3 router
	"0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45", // Uniswap V3 router 2
	"0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad", // Uniswap universal router
	"0x66a9893cc07d91d95644aedd05d03f95e1dba8af", // Uniswap universal router 2
	"0x1111111254eeb25477b68fb85ed929f73a960582", // 1inch router 5
	"0x111111125421ca6dc452d289314280a0f8842a65", // 1inch router 6
	"0xdef1c0ded9bec7f1a1670819833240f027b25eff", // 0x exchange proxy
	"0xca11bde05977b3631167028862be2a173976ca11", // Multicall3
	"0x40a2accbd92bca938b02010e17a5b8929b49130d", // Safe MultiSend call only
]);

const routerName = /\b(router|aggregator|multicall|multisend|executor)\b/i;

export function isRouter(contract: string): boolean {
	return routers.has(contract.toLowerCase()) || routerName.test(contract.replaceAll("_", " "));
}
