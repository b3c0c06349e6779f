// The shared pieces, rendered as markup: what they say, to eyes and to screen readers.
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/api.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Fact } from './Fact.tsx'
import { ListTable } from './ListTable.tsx'
import { PageHeader } from './PageHeader.tsx'
import { StatCard } from './StatCard.tsx'
import { StatusBadge } from './StatusBadge.tsx'

function textOf(piece: ReactNode): string {
  const html = renderToStaticMarkup(<MantineProvider>{piece}</MantineProvider>)
  return html
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('a page header has its title, a word beneath it and its actions', () => {
  expect(
    textOf(
      <PageHeader title="Kelab" subtitle="Semua kelab" actions={<button type="button">Tambah</button>} />,
    ),
  ).toBe('Kelab Semua kelab Tambah')
})

test('a stat card says what changed and since when', () => {
  const change = { text: '+12.5%', direction: 'up', period: 'bulan ini' } as const
  expect(textOf(<StatCard label="Jumlah Ahli" value="1,080" change={change} />)).toBe(
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
] as const)('the badge of %s says %s', (status, word) => {
  expect(textOf(<StatusBadge status={status} />)).toBe(word)
})

test('an empty state says so in one sentence', () => {
  expect(textOf(<EmptyState text="Tiada kelab dijumpai" />)).toBe('Tiada kelab dijumpai')
})

test('an error state says what the server said, or that it could not be reached', () => {
  const refused = new ApiError(403, '{"code":"forbidden","message":"Tidak dibenarkan."}', '')
  expect(textOf(<ErrorState error={refused} onRetry={() => {}} />)).toContain('Tidak dibenarkan. Cuba lagi')
  expect(textOf(<ErrorState error={new NetworkError()} onRetry={() => {}} />)).toContain(
    'Sambungan ke pelayan terputus',
  )
  expect(textOf(<ErrorState error={new ApiError(502, '<html>', '')} onRetry={() => {}} />)).toContain(
    'Pelayan tidak dapat menjawab sekarang',
  )
  expect(textOf(<ErrorState error={new TypeError('bug')} onRetry={() => {}} />)).toContain(
    'ralat yang tidak dijangka',
  )
})

test('a list with pages says which part of how many it shows; one without does not', () => {
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
  expect(textOf(<ListTable {...list} />)).toBe('No. #1 #2')
  const pages = { page: 2, pageSize: 20, onChange: () => {} }
  expect(textOf(<ListTable {...list} pages={pages} />)).toBe('No. #1 #2 21–40 daripada 1,042+ 1 2 3 4 5')
})

test.each([
  ['Leeds', 'Bandar Leeds'],
  [0, 'Bandar 0'],
  [null, 'Bandar –'],
  [undefined, 'Bandar –'],
  [false, 'Bandar –'],
  ['', 'Bandar –'],
])('a fact that is %j reads %s', (value, said) => {
  expect(textOf(<Fact label="Bandar">{value}</Fact>)).toBe(said)
})
