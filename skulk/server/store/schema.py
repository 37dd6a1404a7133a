"""The tables of the PostgreSQL store, and the statements on them.

The lease is a node's (`nodes`: one row to renew, by the database's clock); the fence is a table's, and says who may
write there: whoever takes a table raises it, and every statement that writes compares it under a lock. All of them may
be sent again. Rows are locked in the order of their names, so that nobody waits in a ring.
"""

from .contract import NAMING, SEATING

MIGRATIONS = [
    """
create table nodes (id text primary key, until timestamptz not null) with (fillfactor = 10);
create table tables (id text collate "C" primary key, made float8 not null, game text not null, version text not null,
    head text not null, seed text not null, is_over boolean not null default false, digest text,
    node text, fence bigint not null default 0) with (fillfactor = 50);
create index on tables (node) where node is not null;
create index on tables (made) where not is_over;
create table journal (tab text collate "C" not null, number integer not null, command text collate "C" not null,
    at float8 not null, seat integer, kind text not null, body text not null, up float8 not null,
    fence bigint not null, primary key (tab, number), unique (tab, command));
create table refusals (tab text collate "C" not null, command text collate "C" not null, done text not null,
    primary key (tab, command));
create table alive (one integer primary key check (one = 1), at float8 not null, up float8 not null);
""",
    """
alter table nodes add column address text not null default '', add column alone boolean not null default true;
alter table alive add column seen timestamptz not null default clock_timestamp();
create table cluster (one integer primary key check (one = 1), print text not null, secret text);
create index on tables (node) where not is_over;
""",  # until then one server had the whole store to itself
]  # each makes the next format out of the one before: a new store goes through all of them. None is ever changed
FORMAT = len(MIGRATIONS)

# ---- who is here. `alone`: who moves or migrates the store, beside whom nobody else may be

ALONE = "select pg_advisory_xact_lock(hashtext('skulk ' || current_schema()))"  # one start at a time
LAID = "select to_regclass(current_schema() || '.skulk') is not null"
VERSIONS = "create table skulk (format integer not null); insert into skulk values (0)"
# After PostgreSQL was down all leases have run out: nobody is dead until everybody had the time to renew.
LATE = "clock_timestamp() > pg_postmaster_start_time() + {} * interval '1 s'"
BURY = f"delete from nodes where until <= clock_timestamp() and {LATE.format('$1')}"
HOLDERS = "select id, extract(epoch from until)::float8, true from nodes"  # of format 1
NEIGHBOURS = "select id, extract(epoch from until)::float8, alone from nodes"
ENTER = "insert into nodes (id, until) values ($1, clock_timestamp() + $2 * interval '1 s')"  # of any format, alone
# After the end of a lease: unless the store has changed hands meanwhile.
ENTER_ANEW = f"""insert into nodes (id, until, address, alone)
    select $1, clock_timestamp() + $2 * interval '1 s', $3, false where (select format from skulk) = {FORMAT}
    and not exists (select from nodes where alone and until > clock_timestamp()) returning 1"""
OPEN = "update nodes set address = $2, alone = $3 where id = $1"
RENEW = "update nodes set until = clock_timestamp() + $2 * interval '1 s' where id = $1 returning 1"
OTHERS = "select id, address from nodes where id <> $1 and until > clock_timestamp() and address <> '' order by id"
MINE = "select id, fence from tables where node = $1"
LEAVE = "delete from nodes where id = $1"
CLUSTER = """insert into cluster select 1, $1, $2 on conflict do nothing"""
SECRET = "select print, secret from cluster"

# ---- whose table it is. A node's row is locked before it is judged dead: a renewal that comes first is seen, one that
# comes later waits and finds out what was taken. The grace of one lease is for nodes alone: what is free is free.

WHERE = """select t.node, coalesce(n.address, ''), t.node is null or n.id is null or n.until <= clock_timestamp()
    from tables t left join nodes n on n.id = t.node where t.id = $1"""
TAKE = f"""with me as (select id from nodes where id = $1 for key share),
judged as materialized (select node from tables where id = $2),
held as materialized (select n.id, n.until from nodes n, judged where n.id = judged.node and n.id <> $1
    for no key update of n)
update tables t set node = me.id, fence = t.fence + 1 from me, judged
    where t.id = $2 and t.node is not distinct from judged.node and (t.node is null or t.node = me.id
        or not exists (select from held)
        or {LATE.format("$3")} and not exists (select from held where until > clock_timestamp()))
    returning t.fence"""
RELEASE = """update tables t set node = null from (
    select o.id, o.fence from unnest($2::text[], $3::bigint[]) e(id, fence) join tables o on o.id = e.id
        and o.fence = e.fence and o.node = $1 order by o.id for no key update of o) e
    where t.id = e.id and t.fence = e.fence"""
RELEASE_ALL = """update tables t set node = null from (
    select id from tables where node = $1 order by id for no key update) mine where t.id = mine.id"""

# ---- writing. Who was buried is in `nodes` no more; KEY SHARE keeps the burial waiting, and no renewal.

ME = "me as (select id from nodes where id = $1 for key share)"
COLUMNS = "tab, number, command, at, seat, kind, body, up"
UNNEST = """unnest({}::text[], {}::int[], {}::text[], {}::float8[], {}::int[], {}::text[], {}::text[], {}::float8[])
    e(tab, number, command, at, seat, kind, body, up)"""
MAKE = f"""with {ME},
laid as (insert into tables (id, made, game, version, head, seed, node, fence)
    select h.*, me.id, 1 from unnest($2::text[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::text[]) h, me
    on conflict do nothing returning id),
kept as (insert into journal ({COLUMNS}, fence)
    select e.*, 1 from {UNNEST.format(*(f"${n}" for n in range(8, 16)))} join laid on laid.id = e.tab)
select id from laid"""
FOUND = "select id, seed, node from tables where id = any($1::text[])"
# FOR SHARE keeps a takeover waiting until this is committed; a row that was taken meanwhile is read again and drops
# out. Only what follows the last entry is added: sent again this adds nothing, and after a failover to a replica that
# lacks what was confirmed no hole is written.
APPEND = f"""with e as (select * from unnest($1::text[], $2::int[], $3::text[], $4::float8[], $5::int[], $6::text[],
    $7::text[], $8::float8[], $9::bigint[], $10::int[]) e({COLUMNS}, fence, first)),
mine as materialized (select e.* from e join tables t on t.id = e.tab and t.fence = e.fence
    order by t.id, e.number for share of t),
new as (insert into journal ({COLUMNS}, fence) select {COLUMNS}, fence from mine
    where mine.first = 1 + coalesce((select max(j.number) from journal j where j.tab = mine.tab), 0) returning 1)
select count(*) from new"""
THERE = """select tab, number, command, kind, body from journal
    join unnest($1::text[], $2::int[]) asked(tab, number) using (tab, number)"""
FENCES = "select id, fence from tables where id = any($1::text[])"
REFUSE = """with e as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) e(tab, command, done, fence)),
mine as materialized (select e.* from e join tables t on t.id = e.tab and t.fence = e.fence
    order by t.id for share of t),
new as (insert into refusals select tab, command, done from mine on conflict do nothing)
select count(*) from mine"""
END = """update tables t set is_over = true, digest = e.digest
    from unnest($1::text[], $2::text[], $3::bigint[]) e(tab, digest, fence) where t.id = e.tab and t.fence = e.fence"""
LIVE = f"""with {ME} insert into alive select 1, $2::float8, $3::float8, clock_timestamp() from me
    on conflict (one) do update set at = excluded.at, up = excluded.up, seen = excluded.seen
    where alive.up <= excluded.up"""
PUT = f"""with {ME}, laid as (insert into tables (id, made, game, version, head, seed, is_over, digest)
    select h.* from unnest($2::text[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[],
        $9::text[]) h, me returning id),
kept as (insert into journal ({COLUMNS}, fence)
    select e.*, 0 from {UNNEST.format(*(f"${n}" for n in range(10, 18)))} join laid on laid.id = e.tab),
refused as (insert into refusals select e.* from unnest($18::text[], $19::text[], $20::text[]) e(tab, command, done)
    join laid on laid.id = e.tab)
select id from laid"""

REWRITE = """with mine as materialized (select id from tables where id = $1 and fence = $2 for share),
said as (update journal j set body = e.body from unnest($3::int[], $4::text[]) e(number, body), mine
    where j.tab = mine.id and j.number = e.number),
refused as (update refusals r set done = e.done from unnest($5::text[], $6::text[]) e(command, done), mine
    where r.tab = mine.id and r.command = e.command)
select id from mine"""
REMOVE = """with mine as (delete from tables where id = $1 and fence = $2 returning id),
entries as (delete from journal j using mine where j.tab = mine.id),
refused as (delete from refusals r using mine where r.tab = mine.id)
select id from mine"""

# ---- reading, in another statement than TAKE: one that does both reads what was there before it waited

HEAD = "select id, made, game, version, seed, head, digest, node, fence from tables where id = $1"
ENTRIES = """select number, command, at, seat, kind, body, up from journal
    where tab = $1 and number > $2 and number <= $3 order by number"""
REFUSED = "select command, done from refusals where tab = $1"
UNDER_WAY = f"""select t.id, t.game, t.head, j.kind, j.body from tables t join journal j on j.tab = t.id
    where not t.is_over and j.kind in {SEATING} order by t.made desc, t.id desc, j.number"""
SUMMARIES = """select t.id, t.made, t.game, t.version, t.is_over,
    exists (select from journal where tab = t.id and kind = 'start'), coalesce(j.number, 0), j.at, j.up
    from tables t left join lateral (select number, at, up from journal where tab = t.id order by number desc limit 1) j
    on true order by t.made desc, t.id"""
NAMED = f"select distinct tab from journal where kind in {NAMING} and strpos(body, $1) > 0 order by tab"
FREE = UNDER_WAY.replace(
    "order by",
    """and (t.node is null or not exists (select from nodes n where n.id = t.node and n.until > clock_timestamp()))
    order by""",
)
UP = """select up + case when exists (select from nodes where id <> $1 and until > clock_timestamp() and not alone)
    then extract(epoch from clock_timestamp() - seen)::float8 else 0 end from alive"""
IDS = "select id from tables order by id"
HEADS = """select id, made, game, version, head, seed, is_over::int, digest from tables where id = any($1::text[])"""
ALL_ENTRIES = f"select {COLUMNS} from journal where tab = any($1::text[]) order by tab, number"
ALL_REFUSALS = "select tab, command, done from refusals where tab = any($1::text[]) order by tab, command"
