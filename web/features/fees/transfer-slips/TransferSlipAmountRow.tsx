import { Flex, Text } from '@mantine/core'

/** Row below a payment slip: label and amount, such as the amount that is still owed after the payment. */
export function TransferSlipAmountRow({
  label,
  value,
  isTotal = false,
}: {
  label: string
  value: string
  isTotal?: boolean
}) {
  const font = isTotal ? { fw: 700 } : { size: 'sm' }
  return (
    <Flex justify="space-between" gap={12} py={2}>
      <Text {...font}>{label}</Text>
      <Text {...font} className="tabular">
        {value}
      </Text>
    </Flex>
  )
}
