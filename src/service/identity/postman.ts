// Delivers messages: every one as a file in the outbox folder and as a line of the log, and those by mail over SMTP when a
// server is configured. A message that cannot be delivered is reported and not an error of whoever asked for it.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServiceLog } from "../service-options.js";
import { timestampText } from "../timestamp.js";
import type { Message } from "./message.js";

/** Where mail is handed in. */
export interface MailServer {
	/** `smtp://user:password@host:port`, or `smtps://`. */
	readonly url: string;
	/** The sender where a message names none, such as `Quorate <quorate@localhost>`. */
	readonly from: string;
}

export class Postman {
	readonly #folder: string | undefined;
	readonly #mail: MailServer | undefined;
	readonly #log: ServiceLog;

	/** `folder`: the outbox; undefined: there is none, and the log has to do. */
	constructor(folder: string | undefined, mail: MailServer | undefined, log: ServiceLog) {
		this.#folder = folder;
		this.#mail = mail;
		this.#log = log;
	}

	/** The message is in the outbox when this returns; mail is on its way then. */
	deliver(message: Message): void {
		const { type, to, code, otpId } = message;
		this.#log({ level: "info", message: `one-time password for ${to}: ${code}`, type, to, code, otpId });
		try {
			if (this.#folder !== undefined) writeToOutbox(this.#folder, message);
		} catch (error) {
			this.#complain(message, error);
		}
		if (this.#mail !== undefined && type === "OTP_TYPE_EMAIL") {
			sendMail(this.#mail, message).catch((error: unknown) => this.#complain(message, error));
		}
	}

	#complain({ to, otpId }: Message, error: unknown): void {
		const cause = error instanceof Error ? error.message : String(error);
		this.#log({ level: "error", message: `the message to ${to} could not be delivered`, otpId, cause });
	}
}

/** One file per message, in the order of sending; whole when it is there. */
function writeToOutbox(folder: string, message: Message): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const { createdAt, expiresAt, ...rest } = message;
	const document = { ...rest, createdAt: timestampText(createdAt), expiresAt: timestampText(expiresAt) };
	const file = join(folder, `${timestampText(createdAt).replace(/[:.]/g, "-")}-${message.otpId}.json`);
	writeFileSync(`${file}.new`, `${JSON.stringify(document, null, "\t")}\n`, { mode: 0o600 });
	renameSync(`${file}.new`, file);
}

async function sendMail({ url, from }: MailServer, message: Message): Promise<void> {
	const { default: nodemailer } = await import("nodemailer");
	const transport = nodemailer.createTransport(url);
	try {
		await transport.sendMail({
			from: message.from ?? from,
			...(message.replyTo === null ? {} : { replyTo: message.replyTo }),
			to: message.to,
			subject: message.subject,
			text: message.text,
		});
	} finally {
		transport.close();
	}
}
