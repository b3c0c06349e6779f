import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CallRecord } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { CallHistoryEntry } from './CallHistoryEntry.tsx'

const endedCall: CallRecord = {
  id: '00000000-0000-4000-8000-000000000000',
  afterSeq: 0,
  startedBy: 1,
  fullName: 'Ali',
  startedAt: '2026-11-16T10:00:00.000Z',
  answeredAt: null,
  endedAt: '2026-11-16T10:00:30.000Z',
  isAudioOnly: false,
  people: 1,
  wasIn: false,
  hasDeclined: false,
}

const renderCall = (call: Partial<CallRecord>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <CallHistoryEntry
        call={{ ...endedCall, ...call }}
        group={{} as Partial<GroupRow> as GroupRow}
        myId={2}
      />
    </MantineProvider>,
  )

test.each([
  [{ wasIn: true }, 'Panggilan video tidak dijawab'],
  [{}, 'Panggilan video terlepas'],
  [{ isAudioOnly: true }, 'Panggilan suara terlepas'],
  [{ hasDeclined: true }, 'Panggilan video anda tolak'],
  [{ wasIn: true, answeredAt: '2026-11-16T09:58:00.000Z' }, 'Panggilan video, 2 minit'],
  [{ endedAt: null }, 'Panggilan video sedang berlangsung'],
])(
  'CallHistoryEntry describes a call according to the role of the viewer in the call: %j',
  (call, expectedText) => {
    expect(renderCall(call)).toContain(expectedText)
  },
)
