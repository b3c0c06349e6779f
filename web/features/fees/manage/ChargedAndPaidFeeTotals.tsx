import { Box, Card, Flex, Text } from '@mantine/core'
import type { FeeSums as Sums } from '#shared/contracts/fees/fee-plans.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatMoney } from '#shared/money/money.ts'
import { manageText as text } from '#texts/fees.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'

const dots = {
  charged: undefined,
  paid: 'var(--mantine-color-laut-7)',
  waiting: 'var(--mantine-color-blue-6)',
  waived: 'var(--mantine-color-gray-6)',
  outstanding: 'var(--mantine-color-emas-5)',
}

const wholeRow = { gridColumn: '1 / -1' }

/**
 * Shows the sums of a fee, and a bar with the shares of the sum charged in the same order: paid, under review, waived,
 * outstanding. Sums of zero are left out.
 */
export function ChargedAndPaidFeeTotals({ sums, currency }: { sums: Sums; currency: Currency }) {
  const parts = [
    { key: 'charged', label: text.charged({ count: sums.chargedCount }), amount: sums.charged },
    { key: 'paid', label: text.paid({ count: sums.paidCount }), amount: sums.paid },
    { key: 'waiting', label: text.waiting({ count: sums.waitingCount }), amount: sums.waiting },
    { key: 'waived', label: text.waived({ count: sums.waivedCount }), amount: sums.waived },
    {
      key: 'outstanding',
      label: text.outstanding({ count: sums.openCount - sums.waitingCount }),
      amount: sums.outstanding - sums.waiting,
    },
  ] as const
  const isPhone = useIsPhone()
  const shown = parts.filter(({ key, amount }) => key === 'charged' || amount > 0)
  return (
    <Card>
      <Columns
        component="dl"
        template={{ base: 'repeat(2, minmax(0, 1fr))', sm: `repeat(${shown.length}, minmax(0, 1fr))` }}
        gap={16}
        m={0}
      >
        {shown.map(({ key, label, amount }) => (
          // On phones, if the number of amounts is odd, the total of charged fees fills a row of its own.
          <Box key={key} style={isPhone && key === 'charged' && shown.length % 2 ? wholeRow : undefined}>
            <Flex component="dt" align="center" gap={6} fz={13} c="dimmed">
              {dots[key] && <Box component="span" w={10} h={10} bdrs={3} bg={dots[key]} flex="none" />}
              {label}
            </Flex>
            <Text component="dd" m={0} className="tabular" fz={{ base: 20, md: 24 }} lh={1.3} fw={700}>
              {formatMoney({ amount, currency })}
            </Text>
            {key === 'outstanding' && sums.overdueCount > 0 && (
              <Text component="dd" m={0} fz={13} c="dimmed">
                {text.overdue({ count: sums.overdueCount })}
              </Text>
            )}
          </Box>
        ))}
      </Columns>
      <Flex h={10} mt={16} gap={2} bdrs={5} bg="var(--line)" style={{ overflow: 'hidden' }} aria-hidden>
        {parts.map(
          ({ key, amount }) =>
            dots[key] && amount > 0 && <Box key={key} bg={dots[key]} style={{ flexGrow: amount }} />,
        )}
      </Flex>
    </Card>
  )
}
