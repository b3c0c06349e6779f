import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { buildCustomFieldColumns } from './field-columns.tsx'
import { MemberTableDisplayOptionsForm } from './UserListDisplayOptionsMenu.tsx'

const fields = Array.from({ length: 40 }, (_, index) => ({
  ...{ id: index + 1, label: `Medan ${index + 1}`, kind: 'text', help: '', section: '', choices: [] },
  ...{ isRequired: false, visibleTo: 'both' },
})) as CustomField[]
const renderMarkup = (node: React.ReactNode) =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)

describe('MemberTableDisplayOptionsForm', () => {
  it('MemberTableDisplayOptionsForm scrolls within the window and offers every field as a checkbox', () => {
    const html = renderMarkup(
      <MemberTableDisplayOptionsForm
        columns={[]}
        fields={fields}
        fieldScope={undefined}
        options={{}}
        onChange={() => {}}
      />,
    )
    const [root] = html.match(/<div[^>]*mantine-Stack-root[^>]*>/) ?? []
    expect(root).toMatch(/overflow-y:auto/)
    expect(root).toMatch(/max-height:[^;]*dvh/)
    expect(html.match(/type="checkbox"/g)).toHaveLength(fields.length)
  })
})

describe('buildCustomFieldColumns', () => {
  it('a cell of a custom field states that the value is hidden when the viewer may not see values of the user', () => {
    const [column] = buildCustomFieldColumns(fields, { fields: '1' })
    const renderCell = (values: UserRow['fields']) =>
      renderMarkup(column?.cell({ id: 1, fields: values } as UserRow))
    expect(renderCell(null)).toContain('Tersembunyi daripada anda')
    expect(renderCell({})).not.toContain('Tersembunyi daripada anda')
    expect(renderCell({ 1: 'XL' })).toContain('XL')
  })
})
