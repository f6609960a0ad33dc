// Q6: applying, and the state folder. Q600x the inventory, Q601x the journal, Q602x the lock, Q603x the folder itself.
import type { CodeTable } from "./code-entry.js";

export const stateCodes = {
	Q6001: {
		title: "inventory damaged",
		explanation:
			"The inventory remembers what was applied last. It is written in one piece, so a damaged one was edited, merged or cut by " +
			"something else. It is never taken for empty: then everything it knew would look as if somebody else had made it, and " +
			"protection would be forgotten. Restore it from a backup or from version control. As a last resort move it away: plans then " +
			"compare the manifests with the live side alone, and cannot tell whose change a difference is.",
	},
	Q6002: {
		title: "inventory of another version",
		explanation:
			"The inventory was written by a version of quorate whose format this one does not know. Use that version or a newer one; an " +
			"older one would lose what it does not understand.",
	},
	Q6003: {
		title: "inventory of another organisation",
		explanation:
			"The state folder belongs to the environment of another organisation. Every environment has a folder of its own; check " +
			"the organisation identifier in the project file, and whether a folder was copied.",
	},
	Q6004: {
		title: "inventory has moved",
		explanation:
			"Between reading the inventory and writing it somebody else has written it, although the lock should prevent that; perhaps " +
			"the lock was broken, or the folder is shared by something that copies files. Nothing was overwritten. Plan again.",
	},
	Q6011: {
		title: "journal damaged",
		explanation:
			"The journal of an interrupted apply has a line in its middle that cannot be read. A crash only leaves its last line " +
			"incomplete, which is passed over; this is something else. Bodies that may have been sent can no longer be told from those " +
			"that were not, so nothing is sent. Keep a copy, look at its last lines and at the service's activities, and move the journal " +
			"away once it is clear what was done.",
	},
	Q6012: {
		title: "journal of another version",
		explanation:
			"An apply of another version of quorate was interrupted, and this version cannot read its journal. Finish it with the version " +
			"that began it.",
	},
	Q6013: {
		title: "journal of another organisation",
		explanation:
			"The state folder holds the interrupted apply of another organisation. Every environment has a folder of its own; check " +
			"the organisation identifier in the project file, and whether a folder was copied.",
	},
	Q6014: {
		title: "an apply was interrupted",
		explanation:
			"The journal holds steps that were about to be sent and whose answers were never noted. `quorate apply` continues it: the " +
			"same bytes are sent again, and the service returns the same activities, so that nothing is done twice. A plan made in the " +
			"meantime may show changes that are already on their way.",
	},
	Q6020: {
		title: "state is locked",
		explanation:
			"One apply at a time may work on a state folder. The message names who holds the lock, since when and until when. A lock " +
			"whose holder has died on this machine, or that was not renewed for its lease, is taken over by itself; `quorate unlock ID` " +
			"breaks one by hand, and `--lock-timeout` waits for it.",
	},
	Q6021: {
		title: "lock taken over",
		explanation:
			"The lock belonged to a command that does not run any more, or that did not renew it in time. It was taken over. If that " +
			"command was in the middle of an apply, its journal is continued.",
	},
	Q6022: {
		title: "lock file damaged",
		explanation:
			"The newest lock file cannot be understood, so nobody can say whether it is held. Make sure that no quorate works on this " +
			"state folder, and remove the file.",
	},
	Q6023: {
		title: "no such lock",
		explanation:
			"The lock to be broken is not held, or not by that id any more. The id belongs to one holder alone, so that a later holder's " +
			"lock cannot be broken by mistake.",
	},
	Q6024: {
		title: "lock lost",
		explanation:
			"While this command ran, its lock ran out or was broken, and somebody else has the state now. It stopped before its next " +
			"step. The journal is consistent: what was sent is written down.",
	},
	Q6031: {
		title: "state folder not usable",
		explanation:
			"The state folder or a file in it may not be read or written by this user, or the file system is read-only. It must belong to " +
			"the user who applies; its files are readable by that user alone.",
	},
	Q6032: {
		title: "no space for the state",
		explanation:
			"The disk or the quota is full. Nothing is sent that could not be written down first, so the apply stopped before its next " +
			"step. Make space and run it again.",
	},
	Q6033: {
		title: "state folder gone",
		explanation:
			"The state folder, or one above it, vanished or is not a folder. Nothing was sent that was not written down before.",
	},
	Q6034: {
		title: "state could not be written or read",
		explanation:
			"The file system reported an error that is neither a matter of permission nor of space; the message carries its code. Nothing " +
			"was sent that was not written down before.",
	},
} as const satisfies CodeTable;
