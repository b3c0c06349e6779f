/** Prints a line for the operator. This is the only output to the terminal besides the log. */
export function printLine(text: string): void {
  console.log(text)
}

export function printProgress(text: string): void {
  printLine(`▸ ${text}`)
}

/** Startup failure that the operator can fix. The message is printed as one line without a stack trace. */
export class StartupError extends Error {}

/** Explains file errors that the operator can fix: full disk, missing permissions. */
function explainFileError(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk is full (${code}). Free some space.`
  if (!syscall || !path) return undefined
  return `${path} cannot be used (${code}). Fix its permissions, or set another DATA_DIR.`
}

function explainError(error: unknown): string | undefined {
  return error instanceof StartupError ? error.message : explainFileError(error)
}

/**
 * Runs the main function of a command-line program. Failures that the operator can fix are printed as one line, with
 * exit code 1.
 */
export async function runMainFunctionAndPrintFailure(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const sentence = explainError(error)
    console.error(sentence ? `✖ ${sentence}` : error)
    process.exit(1)
  }
}
