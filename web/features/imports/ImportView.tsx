import { Box, Center, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { statusLabels, importText as text } from '#texts/imports.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { AppliedImportResultCard } from './AppliedImportResultCard.tsx'
import { ImportActionBar } from './ImportActionBar.tsx'
import { ImportColumnMappingForm } from './ImportColumnMappingForm.tsx'
import { getImportClubOrCountryLabel } from './ImportList.tsx'
import { ImportRowCounts } from './ImportRowCounts.tsx'
import { ImportRowList } from './ImportRowList.tsx'
import { useImportDetail } from './imports.api.ts'
import type { ImportSearch } from './imports.search.ts'

/** Page of one import: columns, counts, preview of the lines, confirmation and result. */
export function ImportView({
  user,
  id,
  search,
  onSearch,
  onPage,
  onDiscarded,
}: {
  user: CurrentUser
  id: number
  search: ImportSearch
  onSearch: (change: ImportSearch) => void
  onPage: (page: number) => void
  onDiscarded: () => void
}) {
  const query = useImportDetail(id)
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const detail = query.data
  if (!detail) {
    return (
      <Stack>
        <Skeleton height={60} />
        <Skeleton height={96} />
        <Skeleton height={320} />
      </Stack>
    )
  }
  const isOpen = detail.status === 'ready' || detail.status === 'proposed'
  const isWritten = ['done', 'undone', 'stopped'].includes(detail.status)
  return (
    <>
      <BackLink to="/imports">{text.allImports}</BackLink>
      <Group gap={14} wrap="nowrap" mb={16}>
        <Center component="span" flex="none" w={44} h={44} bdrs={10} c="var(--tint-text)" bg="var(--tint)">
          <IconFileSpreadsheet size={24} aria-hidden />
        </Center>
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Title order={2} size="h4">
            {detail.name}
          </Title>
          <Text size="sm" c="dimmed">
            <DotSeparatedList
              parts={[
                detail.sheet && text.sheet({ name: detail.sheet }),
                text.rowCount({ count: detail.total }),
                getImportClubOrCountryLabel(detail),
                statusLabels[detail.status],
                formatDateTime(detail.createdAt),
              ]}
            />
          </Text>
        </Box>
      </Group>
      <ImportColumnMappingForm detail={detail} />
      <ImportRowCounts detail={detail} />
      {isWritten && <AppliedImportResultCard user={user} detail={detail} />}
      <ImportRowList user={user} detail={detail} search={search} onSearch={onSearch} onPage={onPage} />
      {(isOpen || (detail.status === 'stopped' && detail.toWrite > 0)) && (
        <ImportActionBar user={user} detail={detail} onDiscarded={onDiscarded} />
      )}
    </>
  )
}
