// Lists that come page by page.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { addressOf, firstData, type Given, send } from './api.ts'
import { showNumber } from './format.ts'

/** A page of a list; `isCapped`: there are more than the total says. */
export interface Page<Row> {
  rows: Row[]
  total: number
  isCapped: boolean
}

/** How many there are, as it is shown; nothing before it is known. */
export function totalOf(page?: Pick<Page<unknown>, 'total' | 'isCapped'>): string | undefined {
  return page && `${showNumber(page.total)}${page.isCapped ? '+' : ''}`
}

type RowOf<E> = AnswerOf<E> extends (infer Row)[] ? Row : never

function readPage<Row>({ text, headers }: { text: string; headers: Headers }): Page<Row> {
  return {
    rows: JSON.parse(text),
    total: Number(headers.get('x-total-count')),
    isCapped: headers.has('x-total-capped'),
  }
}

/** The old rows stay until the new ones are there: nothing jumps while one types. */
export function pageQuery<E extends Endpoint>(endpoint: E, ...input: Given<E>) {
  const address = addressOf(endpoint, input[0] as never)
  return queryOptions({
    queryKey: [address],
    queryFn: async () => readPage<RowOf<E>>(await send(endpoint, input[0])),
    ...firstData(endpoint, address, readPage<RowOf<E>>),
    placeholderData: keepPreviousData,
  })
}

/** A list that grows downwards: a page begins behind the last row of the one before, and one that is not full is the last. */
export function growingQuery<Row>(
  address: string,
  pageSize: number,
  load: (behind: number | undefined) => Promise<Row[]>,
  idOf: (row: Row) => number,
) {
  return infiniteQueryOptions({
    queryKey: [address],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Row[]) => {
      const last = page[pageSize - 1]
      return last === undefined ? undefined : idOf(last)
    },
  })
}
