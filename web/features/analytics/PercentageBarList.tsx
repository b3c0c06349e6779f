import { Button } from '@mantine/core'
import { useState } from 'react'
import { chartText as text } from '#texts/analytics.ts'
import { type Bar, BarList } from '#web/ui/list/BarList.tsx'

/** Number of bars of the chart shown before the user asks for all bars. */
const shownFirst = 8

/**
 * List of percentages, each drawn as a bar and with a total of its own. Phones show this list instead of a table.
 * Formatted counts, such as money, stand below the labels, because they do not fit beside them.
 */
export function PercentageBarList({ bars, format }: { bars: Bar[]; format?: (count: number) => string }) {
  const [isComplete, setComplete] = useState(false)
  return (
    <>
      <BarList
        bars={isComplete ? bars : bars.slice(0, shownFirst)}
        format={format}
        isStacked={format !== undefined}
      />
      {!isComplete && bars.length > shownFirst && (
        <Button variant="subtle" fullWidth mt={12} onClick={() => setComplete(true)}>
          {text.moreRows({ count: bars.length - shownFirst })}
        </Button>
      )}
    </>
  )
}
