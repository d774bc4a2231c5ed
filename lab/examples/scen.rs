use houserule_engine::{flow::run_tests, package::Files};
fn main() {
    let path = std::env::args().nth(1).unwrap();
    match run_tests(&Files::read_dir(&path), std::env::args().nth(2).as_deref()) {
        Ok(outcomes) => {
            let mut bad = 0;
            for o in &outcomes {
                if let Some(f) = &o.failure {
                    bad += 1;
                    println!(
                        "FAIL {} {}\n   {:?}:{:?} {} {:?}",
                        o.file, o.name, f.error.path, f.error.line, f.error.message, f.error.calls
                    );
                }
            }
            println!("{} tests, {bad} failed", outcomes.len());
        }
        Err(houserule_engine::flow::TestError::Package(r)) => println!("{r}"),
        Err(houserule_engine::flow::TestError::Script(e)) => println!("{e:#?}"),
    }
}
