/** The one place that speaks to whoever started the program; everything else goes through the log. */
export function say(text: string): void {
  console.log(text)
}

export function progress(text: string): void {
  say(`▸ ${text}`)
}

/** A reason not to start that a person can do something about; shown as one line, without a stack. */
export class StartupError extends Error {}

/** A file or folder that cannot be used is the operator's to mend, whichever step met it. */
function explainFile(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `There is no room left on the disk (${code}). Make room.`
  if (!syscall || !path) return undefined
  return `${path} cannot be used (${code}). Mend its permissions, or set another DATA_DIR.`
}

function explain(error: unknown): string | undefined {
  return error instanceof StartupError ? error.message : explainFile(error)
}

/** Runs a program's main function; what an operator can mend becomes one line, and exit code 1. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const sentence = explain(error)
    console.error(sentence ? `✖ ${sentence}` : error)
    process.exit(1)
  }
}
