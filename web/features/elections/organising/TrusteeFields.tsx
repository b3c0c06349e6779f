import { ActionIcon, Button, Flex, Input, Stack, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { maxTrustees, minTrustees } from '#shared/contracts/elections/elections.schemas.ts'
import { electionFormText as text } from '#texts/elections.ts'
import { FormSection } from '#web/ui/form/FormDialog.tsx'
import { MemberSelect } from '#web/ui/form/MemberSelect.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

export interface ChosenMember {
  id: number
  fullName: string
}

/** Fields for three to seven trustees, each of whom will have a share of the decryption key. */
export function TrusteeFields({
  trustees,
  error,
  onChange,
}: {
  trustees: (ChosenMember | null)[]
  error?: string
  onChange: (trustees: (ChosenMember | null)[]) => void
}) {
  return (
    <Stack gap="sm">
      <FormSection title={text.trustees} />
      <Text size="sm" c="dimmed">
        {text.trusteesHelp}
      </Text>
      <Columns template={{ sm: 'repeat(2, minmax(0, 1fr))' }} gap={12}>
        {trustees.map((trustee, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the protocol identifies a trustee by the position in the list
          <Flex key={index} gap={8} align="flex-end">
            <div style={{ flex: 1 }}>
              <MemberSelect
                name={index === 0 ? 'trusteeIds' : undefined}
                label={text.trustee({ index: index + 1 })}
                withAsterisk={index < minTrustees}
                member={trustee}
                excluded={trustees}
                onChange={member =>
                  onChange(trustees.map((item, place) => (place === index ? member : item)))
                }
              />
            </div>
            {trustees.length > minTrustees && (
              <ActionIcon
                size={36}
                variant="default"
                aria-label={text.removeTrustee({ index: index + 1 })}
                onClick={() => onChange(trustees.filter((_item, place) => place !== index))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            )}
          </Flex>
        ))}
      </Columns>
      <Button
        variant="default"
        w={{ base: '100%', sm: 'fit-content' }}
        disabled={trustees.length >= maxTrustees}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...trustees, null])}
      >
        {text.addTrustee}
      </Button>
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  )
}
