// Renders the shared components to static markup and checks their text.
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/http/api.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { StatCard } from '#web/ui/layout/StatCard.tsx'
import { ListTable } from '#web/ui/list/ListTable.tsx'

function renderText(element: ReactNode): string {
  const html = renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>)
  return html
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('PageHeader renders title, subtitle and actions', () => {
  expect(
    renderText(
      <PageHeader title="Kelab" subtitle="Semua kelab" actions={<button type="button">Tambah</button>} />,
    ),
  ).toBe('Kelab Semua kelab Tambah')
})

test('StatCard renders label, value, change and period', () => {
  const change = { text: '+12.5%', direction: 'up', period: 'bulan ini' } as const
  expect(renderText(<StatCard label="Jumlah Ahli" value="1,080" change={change} />)).toBe(
    'Jumlah Ahli 1,080 +12.5% bulan ini',
  )
})

test.each([
  ['pending', 'Menunggu'],
  ['active', 'Aktif'],
  ['inactive', 'Tidak Aktif'],
  ['rejected', 'Ditolak'],
  ['planned', 'Dirancang'],
  ['ongoing', 'Berlangsung'],
  ['completed', 'Selesai'],
  ['cancelled', 'Dibatalkan'],
] as const)('StatusBadge shows the status %s as %s', (status, label) => {
  expect(renderText(<StatusBadge status={status} />)).toBe(label)
})

test('EmptyState renders the text passed as a prop', () => {
  expect(renderText(<EmptyState text="Tiada kelab dijumpai" />)).toBe('Tiada kelab dijumpai')
})

test('ErrorState shows the message of the server, or a text about an unreachable server or an unexpected error', () => {
  const refused = new ApiError(403, '{"code":"forbidden","message":"Tidak dibenarkan."}', '')
  expect(renderText(<ErrorState error={refused} onRetry={() => {}} />)).toContain(
    'Tidak dibenarkan. Cuba lagi',
  )
  expect(renderText(<ErrorState error={new ApiError(502, '<html>', '')} onRetry={() => {}} />)).toContain(
    'Pelayan tidak dapat menjawab sekarang',
  )
  expect(renderText(<ErrorState error={new TypeError('bug')} onRetry={() => {}} />)).toContain(
    'ralat yang tidak dijangka',
  )
})

test('ListTable shows the range and the total of its rows only if it has the prop pages', () => {
  const rows = [{ id: 1 }, { id: 2 }]
  const query = {
    data: { rows, total: 1042, isCapped: true },
    error: null,
    isPending: false,
    refetch: () => {},
  }
  const list = {
    caption: 'Senarai ahli',
    columns: [{ title: 'No.', cell: ({ id }: { id: number }) => `#${id}` }],
    query,
    empty: 'Tiada',
  }
  expect(renderText(<ListTable {...list} />)).toBe('No. #1 #2')
  const pages = { page: 2, pageSize: 20, onChange: () => {} }
  expect(renderText(<ListTable {...list} pages={pages} />)).toBe('No. #1 #2 21–40 daripada 1,042+ 1 2 3 … 53')
})

test.each([
  ['Leeds', 'Bandar Leeds'],
  [0, 'Bandar 0'],
  [null, 'Bandar –'],
  [undefined, 'Bandar –'],
  [false, 'Bandar –'],
  ['', 'Bandar –'],
])('LabelledValue renders the value %j as "%s"', (value, expected) => {
  expect(renderText(<LabelledValue label="Bandar">{value}</LabelledValue>)).toBe(expected)
})
