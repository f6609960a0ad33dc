// The operating system's refusals in words.

const REASONS: Readonly<Record<string, string>> = {
	ENOENT: "it does not exist",
	ENOTDIR: "a part of the path is no folder",
	EACCES: "permission denied",
	EPERM: "permission denied",
	EISDIR: "it is a folder",
	ELOOP: "its links lead in a circle",
	ENAMETOOLONG: "the name is too long",
	EMFILE: "too many files are open",
	ENOSPC: "no space is left on the disk",
	EDQUOT: "the disk quota is used up",
	EROFS: "the file system is read-only",
	EFBIG: "the file would be too large",
	EEXIST: "something else is in its place",
	EIO: "the disk reports an error",
};

/** The error's code, such as `ENOENT`. Asked by shape, because errors of the platform may be of another realm. */
export function systemCode(failure: unknown): string | undefined {
	return typeof failure === "object" && failure !== null && "code" in failure ? String(failure.code) : undefined;
}

/** Why an operation failed when it is one of the usual refusals of the system; undefined for every other failure. */
export function reasonInWords(failure: unknown): string | undefined {
	const code = systemCode(failure);
	return code === undefined ? undefined : REASONS[code];
}

/** Why a file operation failed, for the end of a sentence. Says the error's code when it is an unusual one. */
export function systemReason(failure: unknown): string {
	return reasonInWords(failure) ?? systemCode(failure) ?? "unknown reason";
}
