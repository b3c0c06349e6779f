import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { homeZone } from '#shared/zones.ts'
import type { FieldErrors } from '#web/lib/forms.ts'
import { zoneChoices } from '#web/ui/zone-choices.ts'
import styles from './Activities.module.css'
import { dialogText, timeText as text } from './activities.text.ts'
import { MomentField } from './MomentField.tsx'
import { When } from './When.tsx'
import { followStart, sendWall, showWall } from './wall-fields.ts'

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
  const [start, setStart] = useState(() => showWall(activity?.startDate, zone))
  const [end, setEnd] = useState(() => showWall(activity?.endDate, zone))
  const mayEnd = isOpen || activity?.status === 'ongoing'
  const [startDate, endDate] = [sendWall(start, zone), sendWall(end, zone)]
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
          if (!activity || end !== '') setEnd(followStart(start, wall, end))
          setStart(wall)
        }}
      />
      <MomentField
        label={dialogText.end}
        help={dialogText.endHelp}
        wall={end}
        disabled={!mayEnd}
        error={errors.endDate}
        onChange={setEnd}
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
      <input type="hidden" name="endDate" value={endDate} disabled={!mayEnd} />
      {isWhole && (
        <Text component="div" size="sm" className={styles.wide} role="status">
          <When activity={{ startDate, endDate: endDate || null, timeZone: zone }} />
        </Text>
      )}
    </>
  )
}
