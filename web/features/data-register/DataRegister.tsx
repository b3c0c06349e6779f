import '@mantine/core/styles/List.css'
import '#web/ui/printed.ts'
import {
  Alert,
  Box,
  Button,
  Card,
  Group,
  List,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  exportDataRegister,
  readDataRegister,
} from '#shared/contracts/data-register/data-register.endpoints.ts'
import type {
  DataRegister as Register,
  RegisteredDataKind,
} from '#shared/contracts/data-register/data-register.schemas.ts'
import { dataRegisterText as text } from '#texts/data-register.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { buildEndpointUrl, buildQueryOptions } from '#web/lib/http/api.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import styles from './DataRegister.module.css'

function FactList({ facts }: { facts: [name: string, value: string][] }) {
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

function DataRegisterTermsPanel({ terms }: { terms: Register['terms'] }) {
  return (
    <Panel title={text.terms} subtitle={text.termsVersion({ version: terms.version })}>
      <List size="sm">
        <List.Item>{text.accepted({ count: terms.accepted, all: terms.people })}</List.Item>
        <List.Item>{text.consented({ count: terms.consented })}</List.Item>
      </List>
      {terms.accepted < terms.people && (
        <Text size="sm" c="dimmed" mt="xs">
          {text.termsNext}
        </Text>
      )}
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
      {!backups && (
        <Alert color="emas" icon={<IconAlertTriangle aria-hidden />}>
          {text.noBackups}
        </Alert>
      )}
      {backups?.length === 0 && <Text>{text.notYet}</Text>}
      {backups && backups.length > 0 && (
        <FactList facts={backups.map(run => [formatDateTime(run.startedAt), describeBackup(run)])} />
      )}
      {backups?.[0]?.failedAt && (
        <Alert color="red" mt="xs">
          {text.backupFailed}
        </Alert>
      )}
    </Panel>
  )
}

/** Collapsible section of the data register. Printing the page includes collapsed sections. */
function DataRegisterSection({
  title,
  count,
  children,
}: {
  title: string
  count: string
  children: ReactNode
}) {
  const [isOpen, { toggle }] = useDisclosure()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Box component="section" mt={-1} style={{ borderTop: '1px solid var(--line)' }}>
      <Title order={2} size="h5">
        <UnstyledButton
          display="flex"
          w="100%"
          mih={60}
          px="lg"
          py="sm"
          fz="inherit"
          fw="inherit"
          style={{ gap: 12, alignItems: 'center' }}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Chevron size={18} aria-hidden />
          <Box component="span" flex={1} miw={0}>
            {title}
            <Text span display="block" size="sm" c="dimmed">
              {count}
            </Text>
          </Box>
        </UnstyledButton>
      </Title>
      <Box hidden={!isOpen} px="lg" pb="lg">
        <Stack gap={16}>{children}</Stack>
      </Box>
    </Box>
  )
}

/** Section that lists all kinds of personal data that are stored for the same purpose. */
function DataOfPurposeSection({ purpose, data }: { purpose: string; data: RegisteredDataKind[] }) {
  return (
    <DataRegisterSection title={purpose} count={text.entries({ count: data.length })}>
      {data.map(({ table, title, fields, kept, erased }) => (
        <div key={table} className={styles.entry}>
          <Title order={3} size="h5">
            {title}
          </Title>
          <FactList
            facts={[
              [text.fields, fields.join(', ')],
              [text.kept, kept],
              [text.erased, erased],
            ]}
          />
        </div>
      ))}
    </DataRegisterSection>
  )
}

function DataRegisterContents({ register: { data, limits, terms, backups } }: { register: Register }) {
  return (
    <Stack data-printed>
      <Columns template={{ base: 'minmax(0, 1fr)', sm: '1fr 1fr' }} gap={16}>
        <BackupPanel backups={backups} />
        <DataRegisterTermsPanel terms={terms} />
      </Columns>
      <Card padding={0}>
        <DataRegisterSection title={text.limits} count={text.limitCount({ count: limits.length })}>
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
        </DataRegisterSection>
        {[...new Set(data.map(({ purpose }) => purpose))].map(purpose => (
          <DataOfPurposeSection
            key={purpose}
            purpose={purpose}
            data={data.filter(entry => entry.purpose === purpose)}
          />
        ))}
      </Card>
    </Stack>
  )
}

export function DataRegister() {
  const register = useQuery(buildQueryOptions(readDataRegister))
  if (register.error) return <ErrorState error={register.error} onRetry={() => register.refetch()} />
  return (
    <div className={cards.column}>
      <PageHeader
        title={text.title}
        subtitle={text.subtitle}
        actions={
          <Group gap="xs" grow preventGrowOverflow={false} flex={1}>
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
          </Group>
        }
      />
      {register.data ? (
        <DataRegisterContents register={register.data} />
      ) : (
        <Skeleton height={1200} radius={16} />
      )}
    </div>
  )
}
