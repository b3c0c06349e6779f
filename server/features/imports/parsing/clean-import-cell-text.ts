import { sheetLimits } from './sheet.ts'

/** Matches control characters, and zero-width characters that are copied from web pages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are matched to remove them
const invisibleCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b-\u200f\u2060]/g

/** Cleans a cell of a member list: one line, no invisible characters, limited length. */
export function cleanImportCellText(cell: string): string {
  // Lone UTF-16 surrogates in cells are replaced, because PostgreSQL cannot store them.
  return cell
    .replace(invisibleCharacters, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, sheetLimits.cellLength)
    .toWellFormed()
}
