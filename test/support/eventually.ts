// Waiting for something that comes about by itself, without saying how long that takes.

/** Gives up after a while, so that what never comes about ends the test and not only its time. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
	for (const end = Date.now() + 45_000; !(await holds()); ) {
		if (Date.now() > end) throw new Error("it never came about");
		await new Promise((resolve) => setImmediate(resolve));
	}
}
