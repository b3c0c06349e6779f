import '@mantine/core/styles/List.css'
import '#web/ui/printed.ts'
import { Box, Button, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  exportDataRegister,
  readDataRegister,
} from '#shared/contracts/data-register/data-register.endpoints.ts'
import type {
  DataRegister as Register,
  RegisteredDataKind,
} from '#shared/contracts/data-register/data-register.schemas.ts'
import { dataRegisterText as text } from '#texts/data-register.ts'
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts'
import { buildEndpointUrl, buildQueryOptions } from '#web/lib/http/api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import styles from './DataRegister.module.css'

function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <Columns component="dl" template={{ base: '1fr', sm: '180px 1fr' }} gap="2px 16px" mt={4} fz="sm">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <Box component="dt" c="dimmed">
            {name}
          </Box>
          <Box component="dd" mb={6}>
            {value}
          </Box>
        </div>
      ))}
    </Columns>
  )
}

function TermsPanel({ terms }: { terms: Register['terms'] }) {
  return (
    <Panel title={text.terms}>
      <Text>{text.termsVersion({ version: terms.version })}</Text>
      <List mt="xs">
        <List.Item>
          {text.accepted({ count: formatNumber(terms.accepted), all: formatNumber(terms.people) })}
        </List.Item>
        <List.Item>{text.consented({ count: formatNumber(terms.consented) })}</List.Item>
      </List>
    </Panel>
  )
}

type BackupRun = NonNullable<Register['backups']>[number]

function describeBackup({ failedAt, checkedAt, size, reason }: BackupRun): string {
  if (failedAt) return `${text.failed}: ${reason ?? ''}`
  if (checkedAt) return `${text.checked} ${formatDateTime(checkedAt)}`
  return size === null ? text.running : text.made
}

function BackupPanel({ backups }: { backups: Register['backups'] }) {
  return (
    <Panel title={text.backups}>
      {!backups?.length && <Text>{backups ? text.notYet : text.noBackups}</Text>}
      {backups && backups.length > 0 && (
        <Facts facts={backups.map(run => [formatDateTime(run.startedAt), describeBackup(run)])} />
      )}
    </Panel>
  )
}

/** Panel that lists all kinds of personal data that are stored for the same purpose. */
function KeptPanel({ purpose, data }: { purpose: string; data: RegisteredDataKind[] }) {
  return (
    <Panel title={purpose}>
      <Stack gap={16}>
        {data.map(({ table, title, fields, kept, erased }) => (
          <div key={table} className={styles.entry}>
            <Title order={3} size="h5">
              {title}
            </Title>
            <Facts
              facts={[
                [text.fields, fields.join(', ')],
                [text.kept, kept],
                [text.erased, erased],
              ]}
            />
          </div>
        ))}
      </Stack>
    </Panel>
  )
}

export function DataRegister() {
  const register = useQuery(buildQueryOptions(readDataRegister))
  if (register.error) return <ErrorState error={register.error} onRetry={() => register.refetch()} />
  if (!register.data) return <Skeleton height={1200} radius={16} />
  const { data, limits, terms, backups } = register.data
  return (
    <div className={cards.column}>
      <PageHeader
        title={text.title}
        subtitle={text.subtitle}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {text.print}
            </Button>
            <ExportMenu
              isShort
              urlFor={format => buildEndpointUrl(exportDataRegister, { query: { format } })}
            />
          </>
        }
      />
      <Stack data-printed>
        <TermsPanel terms={terms} />
        <BackupPanel backups={backups} />
        <Panel title={text.limits}>
          <Stack gap={16}>
            {limits.map(({ what, kept, why }) => (
              <div key={what} className={styles.entry}>
                <Title order={3} size="h5">
                  {what}
                </Title>
                <Text size="sm">{kept}</Text>
                <Text size="sm" c="dimmed">
                  {why}
                </Text>
              </div>
            ))}
          </Stack>
        </Panel>
        {[...new Set(data.map(({ purpose }) => purpose))].map(purpose => (
          <KeptPanel key={purpose} purpose={purpose} data={data.filter(entry => entry.purpose === purpose)} />
        ))}
      </Stack>
    </div>
  )
}
