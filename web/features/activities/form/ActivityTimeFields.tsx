import { NativeSelect, Text } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { dialogText, timeText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { ActivityTimeText } from '#web/features/activities/card/ActivityTimeText.tsx'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import { DateTimeField } from '#web/ui/form/DateTimeField.tsx'
import { listTimeZoneChoices } from '#web/ui/form/time-zone-choices.ts'
import { DaylightSavingTimeWarning } from './DaylightSavingTimeWarning.tsx'
import {
  calculateEndTimeAfterStartChange,
  convertEnteredTimesToTimestamps,
  getInitialActivityFormTimes,
  type TypedTimes,
} from './wall-time-fields.ts'

/** Field for a local time. If clocks are set back, the time occurs twice and the user chooses one of the two times. */
function ActivityTimeField({
  label,
  wall,
  date,
  zone,
  disabled,
  onSecond,
  ...dateTime
}: ComponentProps<typeof DaylightSavingTimeWarning> & ComponentProps<typeof DateTimeField>) {
  return (
    <>
      <DateTimeField
        label={label}
        timeLabel={text.hourOf({ label: label.toLowerCase() })}
        wall={wall}
        disabled={disabled}
        {...dateTime}
      />
      <DaylightSavingTimeWarning
        label={label}
        wall={wall}
        date={date}
        zone={zone}
        disabled={disabled}
        onSecond={onSecond}
      />
    </>
  )
}

/**
 * Start, end and time zone of an activity. The default time zone is that of the club.
 * Users type local wall times; hidden fields carry the instants and wall times that are sent.
 */
export function ActivityTimeFields({
  activity,
  clubZone,
  errors,
  isOpen,
}: {
  activity?: ActivityRow
  /** Time zone of the club chosen for a new activity. */
  clubZone?: string
  errors: FieldErrors
  isOpen: boolean
}) {
  const [chosenZone, setChosenZone] = useState(activity?.timeZone)
  const zone = chosenZone ?? clubZone ?? headquartersTimeZone
  const [typed, setTyped] = useState(() => getInitialActivityFormTimes(activity))
  const changeTimes = (next: Partial<TypedTimes>) => setTyped(previous => ({ ...previous, ...next }))
  const { start, end } = typed
  const canEditEnd = isOpen || activity?.status === 'ongoing'
  const { startDate, endDate, startWall, endWall } = convertEnteredTimesToTimestamps(typed, zone)
  const isComplete = ![startDate, endDate].includes('?') && startDate !== ''
  return (
    <>
      <ActivityTimeField
        label={dialogText.start}
        wall={start}
        date={startDate}
        zone={zone}
        disabled={!isOpen}
        error={errors.startDate}
        onSecond={isSecondStart => changeTimes({ isSecondStart })}
        onChange={wall => {
          // Changing the start of an activity that has no end time does not add an end time.
          const doesEndFollow = !activity || end !== ''
          changeTimes({
            start: wall,
            isSecondStart: false,
            ...(doesEndFollow && {
              end: calculateEndTimeAfterStartChange(start, wall, end),
              isSecondEnd: false,
            }),
          })
        }}
      />
      <ActivityTimeField
        label={dialogText.end}
        help={dialogText.endHelp}
        wall={end}
        date={endDate}
        zone={zone}
        disabled={!canEditEnd}
        error={errors.endDate}
        onSecond={isSecondEnd => changeTimes({ isSecondEnd })}
        onChange={wall => changeTimes({ end: wall, isSecondEnd: false })}
      />
      <NativeSelect
        name="timeZone"
        label={text.zone}
        className={styles.wide}
        data={listTimeZoneChoices(zone)}
        value={zone}
        disabled={!isOpen}
        onChange={event => setChosenZone(event.currentTarget.value)}
        error={errors.timeZone}
      />
      <input type="hidden" name="startDate" value={startDate} disabled={!isOpen} />
      <input type="hidden" name="startWall" value={startWall} disabled={!isOpen} />
      <input type="hidden" name="endDate" value={endDate} disabled={!canEditEnd} />
      <input type="hidden" name="endWall" value={endWall} disabled={!canEditEnd} />
      {isComplete && (
        <Text component="div" size="sm" className={styles.wide} role="status">
          <ActivityTimeText activity={{ startDate, endDate: endDate || null, timeZone: zone }} />
        </Text>
      )}
    </>
  )
}
