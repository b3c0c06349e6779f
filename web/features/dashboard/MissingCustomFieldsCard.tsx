import { Box, Button, Card, Group } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { dashboardText as text } from '#texts/dashboard.ts'

/** Dashboard card that lists required custom fields without a value. The user can ignore the card. */
export function MissingCustomFieldsCard({ missingFields: count }: Pick<Dashboard, 'missingFields'>) {
  if (!count) return null
  return (
    <Card component="section" aria-label={text.missingFields({ count })} py={14} px={18} mb={16}>
      <Group gap={14}>
        <IconForms size={22} stroke={1.7} color="var(--kite)" aria-hidden />
        <Box component="span" flex="1 1 200px" miw={0}>
          <Box component="span" display="block" fw={600}>
            {text.missingFields({ count })}
          </Box>
          <Box component="span" display="block" fz={14} c="dimmed">
            {text.missingFieldsHint}
          </Box>
        </Box>
        <Button variant="light" renderRoot={props => <Link to="/profile" hash="custom-fields" {...props} />}>
          {text.fillIn}
        </Button>
      </Group>
    </Card>
  )
}
