-- Every country of ISO 3166-1, for the check constraints of all tables. To add one, replace the function.
CREATE FUNCTION is_country(name text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN name = ANY (ARRAY[
  'United Kingdom', 'Australia', 'United States', 'Japan', 'South Korea', 'Germany', 'France', 'Canada',
  'New Zealand', 'China', 'Singapore', 'Indonesia', 'Afghanistan', 'Åland Islands', 'Albania', 'Algeria',
  'American Samoa', 'Andorra', 'Angola', 'Anguilla', 'Antarctica', 'Antigua and Barbuda', 'Argentina', 'Armenia',
  'Aruba', 'Austria', 'Azerbaijan', 'Bahamas', 'Bahrain', 'Bangladesh', 'Barbados', 'Belarus', 'Belgium', 'Belize',
  'Benin', 'Bermuda', 'Bhutan', 'Bolivia', 'Bosnia and Herzegovina', 'Botswana', 'Bouvet Island', 'Brazil',
  'British Indian Ocean Territory', 'British Virgin Islands', 'Brunei', 'Bulgaria', 'Burkina Faso', 'Burundi',
  'Cambodia', 'Cameroon', 'Cape Verde', 'Caribbean Netherlands', 'Cayman Islands', 'Central African Republic',
  'Chad', 'Chile', 'Christmas Island', 'Cocos (Keeling) Islands', 'Colombia', 'Comoros', 'Cook Islands',
  'Costa Rica', 'Côte d’Ivoire', 'Croatia', 'Cuba', 'Curaçao', 'Cyprus', 'Czechia',
  'Democratic Republic of the Congo', 'Denmark', 'Djibouti', 'Dominica', 'Dominican Republic', 'Ecuador', 'Egypt',
  'El Salvador', 'Equatorial Guinea', 'Eritrea', 'Estonia', 'Eswatini', 'Ethiopia', 'Falkland Islands',
  'Faroe Islands', 'Fiji', 'Finland', 'French Guiana', 'French Polynesia', 'French Southern Territories', 'Gabon',
  'Gambia', 'Georgia', 'Ghana', 'Gibraltar', 'Greece', 'Greenland', 'Grenada', 'Guadeloupe', 'Guam', 'Guatemala',
  'Guernsey', 'Guinea', 'Guinea-Bissau', 'Guyana', 'Haiti', 'Heard Island and McDonald Islands', 'Honduras',
  'Hong Kong', 'Hungary', 'Iceland', 'India', 'Iran', 'Iraq', 'Ireland', 'Isle of Man', 'Israel', 'Italy', 'Jamaica',
  'Jersey', 'Jordan', 'Kazakhstan', 'Kenya', 'Kiribati', 'Kuwait', 'Kyrgyzstan', 'Laos', 'Latvia', 'Lebanon',
  'Lesotho', 'Liberia', 'Libya', 'Liechtenstein', 'Lithuania', 'Luxembourg', 'Macao', 'Madagascar', 'Malawi',
  'Malaysia', 'Maldives', 'Mali', 'Malta', 'Marshall Islands', 'Martinique', 'Mauritania', 'Mauritius', 'Mayotte',
  'Mexico', 'Micronesia', 'Moldova', 'Monaco', 'Mongolia', 'Montenegro', 'Montserrat', 'Morocco', 'Mozambique',
  'Myanmar', 'Namibia', 'Nauru', 'Nepal', 'Netherlands', 'New Caledonia', 'Nicaragua', 'Niger', 'Nigeria', 'Niue',
  'Norfolk Island', 'North Korea', 'North Macedonia', 'Northern Mariana Islands', 'Norway', 'Oman', 'Pakistan',
  'Palau', 'Palestine', 'Panama', 'Papua New Guinea', 'Paraguay', 'Peru', 'Philippines', 'Pitcairn Islands',
  'Poland', 'Portugal', 'Puerto Rico', 'Qatar', 'Republic of the Congo', 'Réunion', 'Romania', 'Russia', 'Rwanda',
  'Saint Barthélemy', 'Saint Helena', 'Saint Kitts and Nevis', 'Saint Lucia', 'Saint Martin',
  'Saint Pierre and Miquelon', 'Saint Vincent and the Grenadines', 'Samoa', 'San Marino', 'São Tomé and Príncipe',
  'Saudi Arabia', 'Senegal', 'Serbia', 'Seychelles', 'Sierra Leone', 'Sint Maarten', 'Slovakia', 'Slovenia',
  'Solomon Islands', 'Somalia', 'South Africa', 'South Georgia and the South Sandwich Islands', 'South Sudan',
  'Spain', 'Sri Lanka', 'Sudan', 'Suriname', 'Svalbard and Jan Mayen', 'Sweden', 'Switzerland', 'Syria', 'Taiwan',
  'Tajikistan', 'Tanzania', 'Thailand', 'Timor-Leste', 'Togo', 'Tokelau', 'Tonga', 'Trinidad and Tobago', 'Tunisia',
  'Türkiye', 'Turkmenistan', 'Turks and Caicos Islands', 'Tuvalu', 'Uganda', 'Ukraine', 'United Arab Emirates',
  'United States Outlying Islands', 'United States Virgin Islands', 'Uruguay', 'Uzbekistan', 'Vanuatu',
  'Vatican City', 'Venezuela', 'Vietnam', 'Wallis and Futuna', 'Western Sahara', 'Yemen', 'Zambia', 'Zimbabwe'
]);
--> statement-breakpoint
CREATE TABLE "open_countries" (
	"country" text PRIMARY KEY NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"opened_by" integer,
	CONSTRAINT "open_countries_country" CHECK (is_country("open_countries"."country"))
);
--> statement-breakpoint
ALTER TABLE "announcements" DROP CONSTRAINT "announcements_country";--> statement-breakpoint
ALTER TABLE "message_groups" DROP CONSTRAINT "message_groups_country";--> statement-breakpoint
ALTER TABLE "clubs" DROP CONSTRAINT "clubs_country";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_country";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_country";--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_country";--> statement-breakpoint
ALTER TABLE "appointments" DROP CONSTRAINT "appointments_country";--> statement-breakpoint
ALTER TABLE "offices" DROP CONSTRAINT "offices_country";--> statement-breakpoint
ALTER TABLE "roll_calls" DROP CONSTRAINT "roll_calls_country";--> statement-breakpoint
ALTER TABLE "open_countries" ADD CONSTRAINT "open_countries_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_countries_by_opener" ON "open_countries" USING btree ("opened_by") WHERE "open_countries"."opened_by" is not null;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_country" CHECK (is_country("announcements"."country"));--> statement-breakpoint
ALTER TABLE "message_groups" ADD CONSTRAINT "message_groups_country" CHECK (is_country("message_groups"."country"));--> statement-breakpoint
ALTER TABLE "clubs" ADD CONSTRAINT "clubs_country" CHECK (is_country("clubs"."country"));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_country" CHECK (is_country("invitations"."country"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_country" CHECK (is_country("users"."current_country"));--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_country" CHECK (is_country("imports"."country"));--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_country" CHECK (is_country("appointments"."country"));--> statement-breakpoint
ALTER TABLE "offices" ADD CONSTRAINT "offices_country" CHECK (is_country("offices"."country"));--> statement-breakpoint
ALTER TABLE "roll_calls" ADD CONSTRAINT "roll_calls_country" CHECK (is_country("roll_calls"."country"));--> statement-breakpoint
-- An installation starts with the countries of the first release.
INSERT INTO open_countries (country) VALUES
  ('United Kingdom'), ('Australia'), ('United States'), ('Japan'), ('South Korea'), ('Germany'), ('France'), ('Canada'), ('New Zealand'), ('China'), ('Singapore'), ('Indonesia');
