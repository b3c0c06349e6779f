/** Element id of the heading above the applicant's form, to which the rejection notice links. */
export const applicationFormId = 'application-form'
