import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { sheetSandbox } from '#server/sandbox/pools.ts'
import { importLimits } from '#shared/contracts/imports/imports.schemas.ts'
import { maxHeaderRows, type Sheet, sheetLimits } from './sheet.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
const isStorable = (text: string) => text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text)
const text = z.string().check(z.maxLength(sheetLimits.cellLength), z.refine(isStorable))
const cells = z.array(text).check(z.maxLength(importLimits.columns))
const head = z.strictObject({ name: z.nullable(text) })
const batch = z
  .array(z.strictObject({ line: z.int().check(z.minimum(1), z.maximum(100_000_000)), cells }))
  .check(z.maxLength(sheetLimits.batchRows))

/** Reads a member list in a parser process and validates it, yielding to the event loop between batches. */
export function readMemberListInParserProcess(log: Pick<Logger, 'warn'>, path: string): Promise<Sheet> {
  return sheetSandbox.parse(log, { name: 'parseSheet' }, path, async ([first, ...batches]) => {
    const sheet: Sheet = { ...head.parse(JSON.parse(String(first))), rows: [] }
    for (const part of batches) {
      await nextTurn()
      sheet.rows.push(...batch.parse(JSON.parse(String(part))))
      if (sheet.rows.length > importLimits.rows + maxHeaderRows) throw new Error('too many rows')
    }
    return sheet
  })
}
