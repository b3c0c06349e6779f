import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { DaylightSavingTimeWarning } from './DaylightSavingTimeWarning.tsx'
import {
  convertEnteredTimesToTimestamps,
  getInitialActivityFormTimes,
  type TypedTimes,
} from './wall-time-fields.ts'

const buildTypedTimes = (start: string, more: Partial<TypedTimes> = {}): TypedTimes => ({
  start,
  end: '',
  isSecondStart: false,
  isSecondEnd: false,
  ...more,
})

describe('DaylightSavingTimeWarning', () => {
  const renderField = (wall: string, zone: string, isSecondStart = false) => {
    const { startDate } = convertEnteredTimesToTimestamps(buildTypedTimes(wall, { isSecondStart }), zone)
    const field = (
      <DaylightSavingTimeWarning
        label="Mula"
        wall={wall}
        date={startDate}
        zone={zone}
        disabled={false}
        onSecond={() => {}}
      />
    )
    return renderToStaticMarkup(<MantineProvider>{field}</MantineProvider>).replace(
      /<style.*?<\/style>/gs,
      '',
    )
  }

  it('DaylightSavingTimeWarning states that clocks skip the chosen time and which time applies instead', () => {
    expect(renderField('2027-03-28T01:30', 'Europe/London')).toContain(
      'pukul 1.30\u00a0pg tidak wujud di London pada hari itu kerana jam dicepatkan. Waktu sebenar ialah pukul 2.30\u00a0pg.',
    )
  })

  it('DaylightSavingTimeWarning offers both occurrences of a time that clocks repeat and selects the chosen one', () => {
    const first = renderField('2027-04-04T01:45', 'Australia/Lord_Howe')
    expect(first).toContain('pukul 1.45\u00a0pg berlaku dua kali di Lord Howe')
    expect(first).toMatch(/<option value="first" selected="">Kali pertama \(UTC\+11\)/)
    const second = renderField('2027-04-04T01:45', 'Australia/Lord_Howe', true)
    expect(second).toMatch(/<option value="second" selected="">Kali kedua \(UTC\+10:30\)/)
  })

  it('DaylightSavingTimeWarning shows nothing for an incomplete time or a time that no clock change affects', () => {
    expect(renderField('2027-03-29T01:30', 'Europe/London')).not.toContain('pukul')
    expect(renderField('2027-03-28T', 'Europe/London')).not.toContain('pukul')
  })
})

describe('convertEnteredTimesToTimestamps', () => {
  it('convertEnteredTimesToTimestamps returns the chosen second occurrence of a repeated time and an end not before the start', () => {
    const times = buildTypedTimes('2027-10-31T01:30', { end: '2027-10-31T01:45', isSecondStart: true })
    expect(convertEnteredTimesToTimestamps(times, 'Europe/London')).toEqual({
      startDate: '2027-10-31T01:30:00.000Z',
      endDate: '2027-10-31T01:45:00.000Z',
      startWall: '2027-10-31T01:30',
      endWall: '2027-10-31T01:45',
    })
  })

  it('convertEnteredTimesToTimestamps returns the unchanged start when nothing was typed and clocks skip the planned time', () => {
    const activity = {
      startDate: '2027-03-28T01:30:00.000Z',
      endDate: null,
      startWall: '2027-03-28T01:30:00.000',
      endWall: null,
      timeZone: 'Europe/London',
    } as ActivityRow
    expect(getInitialActivityFormTimes(activity).start).toBe('2027-03-28T01:30')
    expect(
      convertEnteredTimesToTimestamps(getInitialActivityFormTimes(activity), activity.timeZone).startDate,
    ).toBe(activity.startDate)
  })

  it.each([
    ['start', '2027-10-31T01:15:00.000Z', '2027-10-31T03:00:00.000Z'],
    ['end', '2027-10-31T00:15:00.000Z', '2027-10-31T01:30:00.000Z'],
  ])(
    'convertEnteredTimesToTimestamps keeps the second occurrence of the %s of an activity when nothing was typed',
    (_, startDate, endDate) => {
      const timeZone = 'Europe/London'
      const activity = { startDate, endDate, startWall: null, endWall: null, timeZone } as ActivityRow
      expect(convertEnteredTimesToTimestamps(getInitialActivityFormTimes(activity), timeZone)).toMatchObject({
        startDate,
        endDate,
      })
    },
  )

  it('convertEnteredTimesToTimestamps converts an incomplete time to a value that the schema rejects', () => {
    expect(convertEnteredTimesToTimestamps(buildTypedTimes('2027-03-28T'), 'Europe/London').startDate).toBe(
      '?',
    )
  })
})
