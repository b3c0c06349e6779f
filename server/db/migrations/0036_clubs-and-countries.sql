-- Nearly everybody of a club lives in its country. Whoever does not know that takes the two for independent, and expects
-- a hundredth of those who are there.
CREATE STATISTICS users_place (dependencies, mcv) ON club_id, current_country FROM users;--> statement-breakpoint
ANALYZE users;
