import { Box, Button, Card, Flex, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { dashboardText as text } from '#texts/dashboard.ts'

/** Roll calls (safety checks) that the user has not answered yet, at the top of the dashboard. */
export function UnansweredSafetyRollCalls({ rollCalls }: Pick<Dashboard, 'rollCalls'>) {
  if (rollCalls.length === 0) return null
  return (
    <Flex component="ul" direction="column" gap={12} mb={16} aria-label={text.rollCalls}>
      {rollCalls.map(({ id, message, city, country }) => (
        <Card
          key={id}
          component="li"
          py={14}
          px={18}
          style={{ borderInlineStart: '4px solid var(--mantine-color-orange-9)', overflowWrap: 'anywhere' }}
        >
          <Group gap={14}>
            <IconAlertTriangle size={22} stroke={1.7} color="var(--kite)" aria-hidden />
            <Box component="span" flex="1 1 200px" miw={0}>
              <Box component="span" display="block" fw={600}>
                {text.areYouSafe({ place: city ?? getCountryName(country) })}
              </Box>
              <Box component="span" display="block" fz={14} c="dimmed">
                {message}
              </Box>
            </Box>
            <Button
              color="red"
              renderRoot={props => <Link to="/safety/$id" params={{ id: String(id) }} {...props} />}
            >
              {text.answerNow}
            </Button>
          </Group>
        </Card>
      ))}
    </Flex>
  )
}
