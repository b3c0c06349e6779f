import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { homeZone } from '#shared/zones.ts'
import type { FieldErrors } from '#web/lib/forms.ts'
import { zoneChoices } from '#web/ui/zone-choices.ts'
import styles from './Activities.module.css'
import { dialogText, timeText as text } from './activities.text.ts'
import { ClockChange } from './ClockChange.tsx'
import { MomentField } from './MomentField.tsx'
import { When } from './When.tsx'
import { followStart, sentTimes, type TypedTimes, typedTimes } from './wall-fields.ts'

/**
 * When it is, by the clocks of its place: those of its club, unless somebody says otherwise. What is sent stands in
 * hidden fields, as moments; what is typed is what people there will read.
 */
export function TimeFields({
  activity,
  clubZone,
  errors,
  isOpen,
}: {
  activity?: ActivityRow
  /** Of the club that is chosen for a new one. */
  clubZone?: string
  errors: FieldErrors
  isOpen: boolean
}) {
  const [chosen, setChosen] = useState(activity?.timeZone)
  const zone = chosen ?? clubZone ?? homeZone
  const [typed, setTyped] = useState(() => typedTimes(activity))
  const change = (next: Partial<TypedTimes>) => setTyped(before => ({ ...before, ...next }))
  const { start, end } = typed
  const mayEnd = isOpen || activity?.status === 'ongoing'
  const { startDate, endDate, startWall, endWall } = sentTimes(typed, zone)
  const isWhole = ![startDate, endDate].includes('?') && startDate !== ''
  return (
    <>
      <MomentField
        label={dialogText.start}
        wall={start}
        disabled={!isOpen}
        error={errors.startDate}
        onChange={wall => {
          // One that is there already and has no end gets none by being moved.
          const isFollowed = !activity || end !== ''
          change({
            start: wall,
            isSecondStart: false,
            ...(isFollowed && { end: followStart(start, wall, end), isSecondEnd: false }),
          })
        }}
      />
      <ClockChange
        label={dialogText.start}
        wall={start}
        date={startDate}
        zone={zone}
        disabled={!isOpen}
        onSecond={isSecondStart => change({ isSecondStart })}
      />
      <MomentField
        label={dialogText.end}
        help={dialogText.endHelp}
        wall={end}
        disabled={!mayEnd}
        error={errors.endDate}
        onChange={wall => change({ end: wall, isSecondEnd: false })}
      />
      <ClockChange
        label={dialogText.end}
        wall={end}
        date={endDate}
        zone={zone}
        disabled={!mayEnd}
        onSecond={isSecondEnd => change({ isSecondEnd })}
      />
      <NativeSelect
        name="timeZone"
        label={text.zone}
        className={styles.wide}
        data={zoneChoices(zone)}
        value={zone}
        disabled={!isOpen}
        onChange={event => setChosen(event.currentTarget.value)}
        error={errors.timeZone}
      />
      <input type="hidden" name="startDate" value={startDate} disabled={!isOpen} />
      <input type="hidden" name="startWall" value={startWall} disabled={!isOpen} />
      <input type="hidden" name="endDate" value={endDate} disabled={!mayEnd} />
      <input type="hidden" name="endWall" value={endWall} disabled={!mayEnd} />
      {isWhole && (
        <Text component="div" size="sm" className={styles.wide} role="status">
          <When activity={{ startDate, endDate: endDate || null, timeZone: zone }} />
        </Text>
      )}
    </>
  )
}
