import '@mantine/core/styles/Badge.css'
import { Alert, Box, Button, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { PayeeList, PayeeRow } from '#shared/contracts/fees/payees.schemas.ts'
import { payeeText as text } from '#texts/fee-payments.ts'
import { planViewText } from '#texts/fees.ts'
import { useManagedBooks, usePayees } from '#web/features/fees/fee-payments.api.ts'
import { getFeeCollectorName } from '#web/features/fees/get-fee-collector-name.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { PayeeCard } from './PayeeCard.tsx'
import { ProposePayeeDialog } from './ProposePayeeDialog.tsx'

function PayeePanel({ title, payees }: { title: string; payees: PayeeRow[] }) {
  if (payees.length === 0) return null
  return (
    <Panel title={title}>
      {/* The padding of the last account counts as padding of the card. */}
      <Box mb={-14}>
        {payees.map(payee => (
          <PayeeCard key={payee.id} payee={payee} />
        ))}
      </Box>
    </Panel>
  )
}

function PayeeLists({ list }: { list: PayeeList }) {
  const select = (...statuses: PayeeRow['status'][]) =>
    list.rows.filter(({ status }) => statuses.includes(status))
  const active = select('active')
  return (
    <>
      <PayeePanel title={text.proposed} payees={select('proposed')} />
      {active.length > 0 ? (
        <PayeePanel title={text.active} payees={active} />
      ) : (
        <Alert color="gray">{text.none}</Alert>
      )}
      <PayeePanel title={text.history} payees={select('retired', 'declined')} />
    </>
  )
}

/**
 * Payment accounts of one club, country or headquarters. A new one can be proposed only if another manager can confirm
 * it.
 */
function PayeesOfFeeBook({ bookId }: { bookId: number }) {
  const query = usePayees(bookId)
  const [isProposing, dialog] = useDisclosure()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={300} radius={16} />
  const isAlone = query.data.approverCount === 0
  return (
    <>
      {isAlone && <Alert color="emas">{text.alone}</Alert>}
      {!isAlone && (
        <Button
          mih={44}
          w={{ sm: 'fit-content' }}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={dialog.open}
        >
          {text.propose}
        </Button>
      )}
      <PayeeLists list={query.data} />
      {isProposing && (
        <ProposePayeeDialog
          bookId={bookId}
          active={query.data.rows.find(({ status }) => status === 'active')}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

/** Lists the bank accounts to which members pay their fees, by club, country or headquarters. */
export function PayeeAccountList() {
  const query = useManagedBooks()
  const [chosenId, setChosenId] = useState<number>()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={420} maw={960} radius={16} />
  const [first] = query.data
  if (!first) return <EmptyState text={text.noBooks} />
  const bookId = chosenId ?? first.id
  const books = query.data.map(({ id, collector }) => ({
    value: String(id),
    label: getFeeCollectorName(collector),
  }))
  return (
    <div className={cards.page}>
      <BackLink to="/fees/manage">{planViewText.back}</BackLink>
      <Text size="sm" c="dimmed">
        {text.intro}
      </Text>
      {books.length > 1 && (
        <NativeSelect
          label={text.book}
          data={books}
          value={String(bookId)}
          onChange={event => setChosenId(Number(event.currentTarget.value))}
        />
      )}
      <PayeesOfFeeBook key={bookId} bookId={bookId} />
    </div>
  )
}
