import { ActionIcon, Button, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { educationLevels } from '#shared/constants.ts'
import { type FeeReduction, maxReductions } from '#shared/contracts/fees/fee-plans.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatAmountAsDecimal, parseMoney } from '#shared/money/money.ts'
import { planText as text } from '#texts/fees.ts'
import { educationLevelLabels } from '#texts/labels.ts'

/** Fee reduction in the form. `whom` is a level of education, or the year in which members finish their studies. */
interface ReductionDraft {
  key: string
  reason: string
  amount: string
  whom: string
  /** Stored filter that selects who gets the fee reduction. It may have conditions that the form does not show. */
  stored?: { whom: string; audience: FeeReduction['audience'] }
}

const getCurrentYear = () => new Date().getFullYear()

export function createFeeReductionDraft(currency: Currency, reduction?: FeeReduction): ReductionDraft {
  const { audience = {} } = reduction ?? {}
  const whom = String(audience.endYears?.[0] ?? audience.educationLevels?.[0] ?? getCurrentYear())
  return {
    key: crypto.randomUUID(),
    reason: reduction?.reason ?? '',
    amount: reduction ? formatAmountAsDecimal({ amount: reduction.amount, currency }) : '',
    whom,
    stored: reduction && { whom, audience },
  }
}

/** Converts edited fee reductions to the request body. An unreadable amount becomes 0, which validation rejects. */
export function parseFeeReductionDrafts(drafts: ReductionDraft[], currency: Currency): FeeReduction[] {
  return drafts.map(({ reason, amount, whom, stored }) => {
    const level = educationLevels.find(name => name === whom)
    const chosen = level ? { educationLevels: [level] } : { endYears: [Number(whom)] }
    return {
      reason,
      amount: parseMoney(amount, currency) ?? 0,
      audience: stored?.whom === whom ? stored.audience : chosen,
    }
  })
}

function listReductionChoices(whom: string) {
  const years = [
    ...new Set([getCurrentYear(), getCurrentYear() + 1, Number(whom) || getCurrentYear()]),
  ].sort()
  return [
    ...years.map(year => ({ value: String(year), label: text.endsIn({ year: String(year) }) })),
    ...educationLevels.map(level => ({ value: level, label: educationLevelLabels[level] })),
  ]
}

export function FeeReductionFields({
  currency,
  drafts,
  error,
  onChange,
}: {
  currency: Currency
  drafts: ReductionDraft[]
  error?: string
  onChange: (drafts: ReductionDraft[]) => void
}) {
  const changeReduction = (key: string, part: Partial<ReductionDraft>) =>
    onChange(drafts.map(draft => (draft.key === key ? { ...draft, ...part } : draft)))
  return (
    <Input.Wrapper
      component="fieldset"
      labelElement="div"
      label={text.reductions}
      description={text.reductionsHelp}
      error={error}
      style={{ border: 0, padding: 0, margin: 0, gridColumn: '1 / -1' }}
    >
      <Stack gap={12} my={8}>
        {drafts.map(({ key, reason, amount, whom }, index) => (
          <Group key={key} gap={8} align="flex-end">
            <TextInput
              flex="2 1 180px"
              label={text.reason}
              placeholder={text.reasonHelp}
              maxLength={80}
              value={reason}
              onChange={event => changeReduction(key, { reason: event.currentTarget.value })}
            />
            <TextInput
              flex="1 1 90px"
              label={`${text.less} (${currency})`}
              inputMode="decimal"
              value={amount}
              onChange={event => changeReduction(key, { amount: event.currentTarget.value })}
            />
            <NativeSelect
              flex="2 1 180px"
              label={text.for}
              data={listReductionChoices(whom)}
              value={whom}
              onChange={event => changeReduction(key, { whom: event.currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size={44}
              aria-label={text.removeReduction({ number: index + 1 })}
              onClick={() => onChange(drafts.filter(draft => draft.key !== key))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {drafts.length < maxReductions && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange([...drafts, createFeeReductionDraft(currency)])}
          >
            {text.addReduction}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
