import '@mantine/core/styles/Progress.css'
import { Box, Progress, Text } from '@mantine/core'
import { registrationText } from '#texts/registration.ts'

/** Counts all fields and the filled fields of a form. Optional rows such as social media links are not counted. */
export function countFilledFields(form: HTMLFormElement): { filled: number; all: number } {
  const fields = Array.from(form.elements).filter(
    (field): field is HTMLInputElement => 'name' in field && /^\w+$/.test(String(field.name)),
  )
  const isFilled = (field: HTMLInputElement) =>
    field.type === 'checkbox' ? field.checked : field.value.trim() !== ''
  return { filled: fields.filter(isFilled).length, all: fields.length }
}

export function FormProgress({ filled, all }: { filled: number; all: number }) {
  const label = registrationText.progress({ filled, all })
  return (
    <Box pos="sticky" top={60} py={10} bg="var(--page)" style={{ zIndex: 2 }}>
      <Progress value={(filled / all) * 100} size="sm" aria-label={label} />
      <Text size="xs" c="dimmed" mt={4}>
        {label}
      </Text>
    </Box>
  )
}
