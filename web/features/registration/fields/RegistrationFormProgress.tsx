import '@mantine/core/styles/Progress.css'
import { Box, Flex, Group, Progress, Text, UnstyledButton } from '@mantine/core'
import { registrationText } from '#texts/registration.ts'

interface FilledFields {
  filled: number
  all: number
}

interface SectionProgress extends FilledFields {
  /** Id of the heading element to which the progress bar of the form section links. */
  id: string
  title: string
}

/** Counts all fields of a form and those filled in. Optional rows, such as social media links, are not counted. */
function countFields(elements: Iterable<Element>): FilledFields {
  const fields = Array.from(elements).filter(
    (field): field is HTMLInputElement => 'name' in field && /^\w+$/.test(String(field.name)),
  )
  const isFilled = (field: HTMLInputElement) =>
    field.type === 'checkbox' ? field.checked : field.value.trim() !== ''
  return { filled: fields.filter(isFilled).length, all: fields.length }
}

/** Counts the filled-in fields of a form and of each of its sections. Sections without counted fields are left out. */
export function countFilledFields(form: HTMLFormElement): FilledFields & { sections: SectionProgress[] } {
  const sections = Array.from(form.querySelectorAll('section[aria-labelledby]')).map(section => {
    const id = section.getAttribute('aria-labelledby') ?? ''
    const title = document.getElementById(id)?.textContent ?? ''
    return { id, title, ...countFields(section.querySelectorAll('input, select, textarea')) }
  })
  return { ...countFields(form.elements), sections: sections.filter(({ all }) => all > 0) }
}

/** Progress of a long form, with a bar for each section. Clicking the title of a section scrolls to it. */
export function RegistrationFormProgress({ filled, all, sections }: ReturnType<typeof countFilledFields>) {
  const label = registrationText.progress({ filled, all })
  const current = sections.find(section => section.filled < section.all)
  return (
    <Box pos="sticky" top={60} py={10} bg="var(--page)" style={{ zIndex: 2 }}>
      <Flex gap={{ base: 8, sm: 16 }} align="end">
        {sections.map(section => (
          <Box key={section.id} flex="1 1 auto">
            <UnstyledButton
              visibleFrom="sm"
              mb={6}
              fz={13}
              fw={600}
              c={section.filled === section.all ? 'var(--tint-text)' : undefined}
              onClick={() => document.getElementById(section.id)?.scrollIntoView({ block: 'center' })}
            >
              {section.title}
              <Text span inherit ml={6} fw={400} c="dimmed" className="tabular">
                {section.filled}/{section.all}
              </Text>
            </UnstyledButton>
            <Progress
              value={(section.filled / section.all) * 100}
              size={8}
              bg={section === current ? 'var(--tint)' : 'var(--mantine-color-default-border)'}
              bd={section === current ? '1px solid var(--kite)' : undefined}
              aria-label={section.title}
            />
          </Box>
        ))}
      </Flex>
      <Group justify="space-between" gap={8} mt={4} fz={12}>
        {current && (
          <Text span inherit fw={600} hiddenFrom="sm">
            {sections.indexOf(current) + 1}/{sections.length} {current.title}
          </Text>
        )}
        <Text span inherit c="dimmed">
          {label}
        </Text>
      </Group>
    </Box>
  )
}
