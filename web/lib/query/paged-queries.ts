// Query options for lists that are loaded page by page.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#shared/endpoint.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import {
  buildEndpointUrl,
  buildInitialQueryDataFromPreload,
  type EndpointArguments,
  sendRequest,
} from '#web/lib/http/api.ts'

/** Page of a list. `isCapped` means that the list has more rows than `total`, because the server stopped counting. */
export interface Page<Row> {
  rows: Row[]
  total: number
  isCapped: boolean
}

/** Formats the total of a list. Returns undefined until the first page has arrived. */
export function formatTotalRowCount(page?: Pick<Page<unknown>, 'total' | 'isCapped'>): string | undefined {
  return page && `${formatNumber(page.total)}${page.isCapped ? '+' : ''}`
}

type RowOf<E> = ResponseOf<E> extends (infer Row)[] ? Row : never

function readPage<Row>({ text, headers }: { text: string; headers: Headers }): Page<Row> {
  return {
    rows: JSON.parse(text),
    total: Number(headers.get('x-total-count')),
    isCapped: headers.has('x-total-capped'),
  }
}

/** Builds the query for a page of a list. The previous rows stay visible until new rows have loaded. */
export function buildQueryOptionsForListPage<E extends Endpoint>(
  endpoint: E,
  ...input: EndpointArguments<E>
) {
  const url = buildEndpointUrl(endpoint, input[0] as never)
  return queryOptions({
    queryKey: [url],
    queryFn: async () => readPage<RowOf<E>>(await sendRequest(endpoint, input[0])),
    ...buildInitialQueryDataFromPreload(endpoint, url, readPage<RowOf<E>>),
    placeholderData: keepPreviousData,
  })
}

/**
 * Builds an infinite query, which gets the next page by the last row's key. A page with fewer than `pageSize`
 * rows is the last page.
 */
export function buildInfiniteQuery<Row>(
  url: string,
  pageSize: number,
  load: (afterId: number | undefined) => Promise<Row[]>,
  getId: (row: Row) => number,
) {
  return infiniteQueryOptions({
    queryKey: [url],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Row[]) => {
      const last = page[pageSize - 1]
      return last === undefined ? undefined : getId(last)
    },
  })
}
