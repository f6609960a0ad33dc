// Options of `policy eval` that would do nothing are refused: expressions have no use for manifests, requests none for a slot.
import { describe, expect, test } from "@jest/globals";
import { runCommand } from "../../support/command.js";

describe("policy eval", () => {
	test.each([
		["--against", "manifests"],
		["--organization", "seed.yaml"],
		["--environment", "local"],
		["--key-file", "key.json"],
		["--json"],
	])("--jsonl goes without %s", async (...args) => {
		const { code, stdout, stderr } = await runCommand(["policy", "eval", "--jsonl", "-", ...args], { cwd: ".", stdin: "" });
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain(`option '--jsonl' cannot be used with option '${args[0]}`);
	});

	test("--slot goes with --jsonl only", async () => {
		const { code, stdout, stderr } = await runCommand(["policy", "eval", "request.yaml", "--slot", "consensus"], {
			cwd: ".",
			stdin: "",
		});
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain("error Q7208: `--slot` is about expressions, and without `--jsonl` requests are evaluated");
		const line = JSON.stringify({ text: "approvers.count() == 0", bindings: { approvers: [] } });
		const given = await runCommand(["policy", "eval", "--jsonl", "-", "--slot", "consensus"], { cwd: ".", stdin: `${line}\n` });
		expect([given.code, JSON.parse(given.stdout)]).toEqual([0, { value: true }]);
	});
});
