/** The one place that speaks to whoever started the program; everything else goes through the log. */
export function say(text: string): void {
  console.log(text)
}

export function progress(text: string): void {
  say(`▸ ${text}`)
}

/** A reason not to start that a person can do something about; shown as one line, without a stack. */
export class StartupError extends Error {}

/** Runs a program's main function; a StartupError becomes one line and exit code 1. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof StartupError ? `✖ ${error.message}` : error)
    process.exit(1)
  }
}
