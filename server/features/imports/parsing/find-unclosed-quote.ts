/** Maximum number of line breaks in a quoted CSV cell. More line breaks mean that the quote was never closed. */
const maxLineBreaks = 20

/**
 * Returns the line of the first quote that opens a CSV cell and is not closed; undefined when all quotes are closed.
 * A quote opens a cell only at the beginning of the cell. Two quotes within a quoted cell stand for one.
 */
export function findUnclosedQuote(text: string, delimiter: string): number | undefined {
  let line = 1
  let isCellStart = true
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isCellStart && character === '"') {
      const end = findClosingQuote(text, index + 1)
      const lineBreaks = countLineBreaks(text, index, end ?? text.length)
      if (end === undefined || lineBreaks > maxLineBreaks) return line
      line += lineBreaks
      index = end
      isCellStart = false
      continue
    }
    if (isLineBreak(text, index)) line += 1
    isCellStart = character === delimiter || character === '\n' || character === '\r'
  }
  return undefined
}

function findClosingQuote(text: string, start: number): number | undefined {
  for (let index = text.indexOf('"', start); index !== -1; index = text.indexOf('"', index + 1)) {
    if (text[index + 1] !== '"') return index
    index += 1
  }
  return undefined
}

/** A line feed, or a carriage return without a following line feed, is one line break. */
const isLineBreak = (text: string, index: number) =>
  text[index] === '\n' || (text[index] === '\r' && text[index + 1] !== '\n')

function countLineBreaks(text: string, start: number, end: number): number {
  let count = 0
  for (let index = start; index < end && count <= maxLineBreaks; index++)
    if (isLineBreak(text, index)) count += 1
  return count
}
