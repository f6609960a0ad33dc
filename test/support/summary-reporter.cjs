// Ends a run with the one line continuous integration reads: `N passed, N failed`.
module.exports = class SummaryReporter {
	onRunComplete(_contexts, results) {
		const broken = results.testResults.filter((file) => file.testExecError || file.failureMessage).length;
		const failed = Math.max(results.numFailedTests, broken > 0 && results.numFailedTests === 0 ? broken : 0);
		this.line = `${results.numPassedTests} passed, ${failed} failed`;
		process.on("exit", () => process.stdout.write(`${this.line}\n`));
	}
};
