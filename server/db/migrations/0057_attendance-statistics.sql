-- The planner does not use the statistics of partial indexes on expressions. Without statistics of their own, it expects a
-- third of all members for each condition on attendances, and reads all members instead of the few who match.
CREATE STATISTICS member_engagement_attendances ON (attended[1]), (attended[2]), (attended[3]), (attended[5]), (attended[8]) FROM member_engagement;--> statement-breakpoint
ANALYZE member_engagement;
